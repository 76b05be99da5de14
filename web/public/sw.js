// The offline shell: the page itself opens without a network and says that it is offline. Games need the server, so
// nothing of /api or /ws is ever kept.
const SHELL = "paiju-shell-2";

// The page and what it names, so that the very first visit is enough to open without a network.
async function keep() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/", { cache: "no-cache" });
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put("/", page);
  await cache.addAll(["/favicon.svg", "/manifest.webmanifest", ...named]);
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api") || url.pathname.startsWith("/ws")) return;
  if (event.request.mode === "navigate") {
    event.respondWith(
      fetch(event.request)
        .then((reply) => {
          if (reply.ok) {
            const copy = reply.clone();
            void caches.open(SHELL).then((cache) => cache.put("/", copy));
          }
          return reply;
        })
        .catch(() => caches.match("/")),
    );
    return;
  }
  if (url.pathname.startsWith("/assets/")) {
    // Names carry a hash of the content: what is kept never goes stale.
    event.respondWith(
      caches.match(event.request).then(
        (kept) =>
          kept ??
          fetch(event.request).then((reply) => {
            if (reply.ok) {
              const copy = reply.clone();
              void caches.open(SHELL).then((cache) => cache.put(event.request, copy));
            }
            return reply;
          }),
      ),
    );
  }
});

// A click on "your turn" leads back to its table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = `/table/${encodeURIComponent(event.notification.tag)}`;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === address);
      return there ? there.focus() : self.clients.openWindow(address);
    }),
  );
});
