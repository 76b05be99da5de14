// A bot in another language: reads questions line by line, answers each with one of the listed choices.
// node examples/bot.js        try it: paiju bot check -- node examples/bot.js
//
// It plays the longest combination it is offered and passes only when it must: enough to see every part of the protocol.
import { createInterface } from "node:readline";

const ranks = (text) => text.match(/[2-9TJQKALR]/g)?.length ?? 0;

function choose(decision) {
  const plays = decision.choices.filter((text) => /^[2-9TJQKALR]/.test(text));
  if (plays.length === 0) return decision.choices[0]; // bids, bets, skills: the first choice is the safest
  return plays.reduce((best, text) => (ranks(text) > ranks(best) ? text : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "ask") console.log(JSON.stringify({ text: choose(message.decision) }));
  // "over" and whatever later versions send need no answer
}
