import { mount } from "svelte";
import App from "./App.svelte";
import { show } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";

show();
// In a task of its own, so that a slow phone is not blocked by reading the script and drawing the page in one go.
setTimeout(() => mount(App, { target: document.getElementById("app")! }));
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
