// The page without a server: its requests and its socket go to a worker in which the rules library runs.
import { mount } from "svelte";
import { router } from "../lib/router.svelte";
import { show } from "../lib/settings.svelte";
import { transport } from "../lib/transport";
import { Host } from "./host.svelte";
import Demo from "./Demo.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/cards.css";

const host = new Host(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
transport.request = (path, init) => host.request(path, init);
transport.socket = () => host.socket();
router.addresses = false;
router.go("/");
show();
mount(Demo, { target: document.getElementById("app")!, props: { host } });
