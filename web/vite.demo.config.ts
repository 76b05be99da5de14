import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `make demo`: the page without a server, as a folder of files that may lie anywhere.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  publicDir: false,
  build: { outDir: "../build/demo", emptyOutDir: true, target: "es2022", rollupOptions: { input: "demo.html" }, reportCompressedSize: false },
  worker: { format: "es" },
});
