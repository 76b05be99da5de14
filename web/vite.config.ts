import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Beside every script and style sheet its brotli form, which the server sends to browsers that know it. */
const brotli = {
  name: "brotli",
  writeBundle: ({ dir }: { dir?: string }, bundle: Record<string, unknown>): void => {
    for (const name of Object.keys(bundle).filter((one) => /\.(?:js|css)$/.test(one))) {
      const path = join(dir ?? ".", name);
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
  },
};

// `npm run dev` serves the page with hot reload and passes the API on to a running `paiju serve`.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), brotli],
  build: {
    outDir: "../src/paiju/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The server's policy allows nothing inline, so no asset becomes a data: address in a style or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": server, "/health": server, "/ws": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
