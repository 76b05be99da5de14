// It is my turn: a phone shakes, and a player who looks elsewhere gets a notification, if they asked for it.
import { settings } from "./settings.svelte";

/** `table` names the note, so that the next one takes its place, and says where a click on it leads. */
export function callPlayer(title: string, body: string, table: string): void {
  if (!document.hidden) {
    if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    return;
  }
  if (!settings.notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  void show(title, { body, icon: "/icon-192.png", tag: table });
}

/** Phones allow notes only through the service worker; without one, as browsers on a desk do. */
async function show(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) {
    await worker.showNotification(title, options);
    return;
  }
  const note = new Notification(title, options);
  note.onclick = () => window.focus();
}
