// Calls read out by the browser's own voice, where the player wishes so. Nothing is sent anywhere.
import { settings } from "./settings.svelte";

export function speak(text: string): void {
  if (!settings.voice || !text || typeof speechSynthesis === "undefined" || document.hidden) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = settings.lang === "zh" ? "zh-CN" : "en-GB";
  said.rate = 1.15;
  said.volume = settings.volume;
  speechSynthesis.cancel(); // what is late is not worth hearing
  speechSynthesis.speak(said);
}
