// Small sounds made on the spot with Web Audio: soft, under 300 ms, silent in background tabs.
import { settings } from "./settings.svelte";

type Note = { at: number; for: number; hz: number; to?: number; gain?: number; type?: OscillatorType };
type Noise = { at: number; for: number; gain: number; hz: number };

const NOTES: Record<string, { notes?: Note[]; noise?: Noise[] }> = {
  select: { notes: [{ at: 0, for: 0.04, hz: 620, gain: 0.12 }] },
  play: { noise: [{ at: 0, for: 0.09, gain: 0.5, hz: 2400 }] },
  deal: { noise: [{ at: 0, for: 0.05, gain: 0.3, hz: 3200 }] },
  pass: { notes: [{ at: 0, for: 0.09, hz: 300, to: 240, gain: 0.16 }] },
  turn: { notes: [{ at: 0, for: 0.12, hz: 660, gain: 0.2 }, { at: 0.12, for: 0.16, hz: 880, gain: 0.2 }] },
  tick: { notes: [{ at: 0, for: 0.03, hz: 1000, gain: 0.14, type: "square" }] },
  refused: { notes: [{ at: 0, for: 0.1, hz: 220, gain: 0.22 }, { at: 0.1, for: 0.12, hz: 196, gain: 0.22 }] },
  bomb: { notes: [{ at: 0, for: 0.28, hz: 130, to: 50, gain: 0.5 }], noise: [{ at: 0, for: 0.2, gain: 0.5, hz: 500 }] },
  chips: { notes: [0, 0.04, 0.09].map((at, i) => ({ at, for: 0.04, hz: 2100 + i * 260, gain: 0.1, type: "triangle" })) },
  pot: { notes: [0, 0.05, 0.1, 0.16].map((at, i) => ({ at, for: 0.05, hz: 1500 + i * 200, gain: 0.12, type: "triangle" })) },
  last: { notes: [{ at: 0, for: 0.1, hz: 740, gain: 0.2 }, { at: 0.14, for: 0.1, hz: 740, gain: 0.2 }] },
  damage: { noise: [{ at: 0, for: 0.14, gain: 0.6, hz: 900 }], notes: [{ at: 0, for: 0.16, hz: 180, to: 90, gain: 0.3 }] },
  heal: { notes: [{ at: 0, for: 0.12, hz: 520, gain: 0.16 }, { at: 0.1, for: 0.16, hz: 780, gain: 0.16 }] },
  judge: { noise: [{ at: 0, for: 0.08, gain: 0.4, hz: 1800 }], notes: [{ at: 0.08, for: 0.14, hz: 440, gain: 0.14 }] },
  rocket: { notes: [{ at: 0, for: 0.29, hz: 180, to: 1400, gain: 0.3, type: "sawtooth" }, { at: 0.12, for: 0.17, hz: 90, to: 40, gain: 0.5 }], noise: [{ at: 0, for: 0.28, gain: 0.5, hz: 900 }] },
  spring: { notes: [784, 988, 1175, 1568].map((hz, i) => ({ at: i * 0.05, for: 0.12, hz, gain: 0.14, type: "triangle" })) },
  allin: { notes: [0, 0.03, 0.06, 0.1, 0.15, 0.2].map((at, i) => ({ at, for: 0.05, hz: 1700 + (i % 3) * 330, gain: 0.13, type: "triangle" })) },
  level: { notes: [523, 659, 880].map((hz, i) => ({ at: i * 0.07, for: 0.12, hz, to: hz * 1.06, gain: 0.18 })) },
  death: { notes: [{ at: 0, for: 0.29, hz: 98, to: 92, gain: 0.4 }, { at: 0, for: 0.28, hz: 147, to: 139, gain: 0.2 }], noise: [{ at: 0, for: 0.06, gain: 0.4, hz: 400 }] },
  win: { notes: [523, 659, 784].map((hz, i) => ({ at: i * 0.08, for: 0.14, hz, gain: 0.2 })) },
  lose: { notes: [392, 330, 262].map((hz, i) => ({ at: i * 0.08, for: 0.14, hz, gain: 0.16 })) },
  chat: { notes: [{ at: 0, for: 0.06, hz: 900, to: 1100, gain: 0.12 }] },
  lost: { notes: [{ at: 0, for: 0.2, hz: 330, to: 220, gain: 0.2 }] },
  back: { notes: [{ at: 0, for: 0.2, hz: 330, to: 495, gain: 0.2 }] },
};

export type Sound = keyof typeof NOTES;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function ready(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return context;
}

function envelope(audio: AudioContext, at: number, length: number, gain: number): GainNode {
  const node = audio.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain * settings.volume, at + 0.008);
  node.gain.exponentialRampToValueAtTime(0.0001, at + length);
  node.connect(audio.destination);
  return node;
}

export function sound(name: Sound): void {
  const recipe = NOTES[name];
  if (!recipe || !settings.sound || settings.volume <= 0 || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  const audio = ready();
  if (!audio) return;
  const now = audio.currentTime;
  for (const note of recipe.notes ?? []) {
    const osc = audio.createOscillator();
    osc.type = note.type ?? "sine";
    osc.frequency.setValueAtTime(note.hz, now + note.at);
    if (note.to) osc.frequency.exponentialRampToValueAtTime(note.to, now + note.at + note.for);
    osc.connect(envelope(audio, now + note.at, note.for, note.gain ?? 0.2));
    osc.start(now + note.at);
    osc.stop(now + note.at + note.for + 0.02);
  }
  for (const noise of recipe.noise ?? []) {
    if (!hiss) {
      hiss = audio.createBuffer(1, audio.sampleRate * 0.3, audio.sampleRate);
      const data = hiss.getChannelData(0);
      for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    }
    const source = audio.createBufferSource();
    source.buffer = hiss;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = noise.hz;
    source.connect(filter).connect(envelope(audio, now + noise.at, noise.for, noise.gain));
    source.start(now + noise.at);
    source.stop(now + noise.at + noise.for + 0.02);
  }
}
