// The rules as a player needs them: what may surprise first, then how a deal goes, what may be played, with examples,
// and how it is counted. Both languages side by side. docs/rules/ has every ruling; the table's options come on top.

type Both = readonly [string, string];
export interface Shape {
  /** The name, as the game's message table has it. */
  key: string;
  cards: string;
  note?: Both;
}
export interface RulePage {
  goal: Both;
  surprise: Both[];
  flow: Both[];
  shapes: Shape[];
  /** What beats what, in one line. */
  beats?: Both;
  count: Both[];
}

const DOUDIZHU_SHAPES: Shape[] = [
  { key: "climb.kind.single", cards: "Ks" },
  { key: "climb.kind.pair", cards: "8h8s" },
  { key: "climb.kind.triple", cards: "9s9h9d" },
  { key: "climb.kind.triple_single", cards: "9s9h9d4c" },
  { key: "climb.kind.full_house", cards: "9s9h9d4c4d" },
  { key: "climb.kind.straight", cards: "5s6h7d8c9s", note: ["至少 5 张，不含 2 和王", "five or more, no 2 and no joker"] },
  { key: "climb.kind.pair_run", cards: "5s5h6d6c7s7h", note: ["至少 3 对", "three pairs or more"] },
  { key: "climb.kind.triple_run", cards: "5s5h5d6c6s6h" },
  { key: "climb.kind.plane_singles", cards: "5s5h5d6c6s6h3dKc", note: ["每个三张带一张", "each triple carries a single"] },
  { key: "climb.kind.plane_pairs", cards: "5s5h5d6c6s6h3d3cKcKd", note: ["每个三张带一对", "each triple carries a pair"] },
  { key: "climb.kind.four_singles", cards: "7s7h7d7c3dKc", note: ["不是炸弹", "not a bomb"] },
  { key: "climb.kind.four", cards: "7s7h7d7c" },
  { key: "climb.kind.rocket", cards: "RL" },
];

const PILE_FLOW: Both[] = [
  ["发到最小一张牌的人先出，第一手必须带上它。", "Whoever was dealt the smallest card leads, with that card among his."],
  ["赢一轮的人收走这轮牌里的分：5 值 5 分，10 和 K 各值 10 分，全副共 100 分。", "The winner of a trick captures its points: a 5 is worth 5, a ten or a king 10, a hundred in all."],
  ["每轮之后从牌堆补牌，赢家先补，再由他先出。", "After each trick hands are filled up from the pile, the winner first; he leads again."],
  ["牌堆摸完后继续打，直到最多只剩一人有牌。", "When the pile is empty play goes on until one player at most holds cards."],
];

export const RULES: Record<string, RulePage> = {
  doudizhu: {
    goal: ["三个人，一个地主对两个农民。哪一方先有人出完牌，哪一方赢。", "Three players, one landlord against two farmers. The side of whoever runs out of cards first wins."],
    surprise: [
      ["每有人抢一次地主，倍数翻一倍；炸弹和王炸也各翻一倍。", "Each time somebody robs, the stakes double; so does every bomb and the rocket."],
      ["四带二不是炸弹，压不了别的牌型。", "Four with two is no bomb: it beats only its own kind."],
      ["花色不比大小。", "Suits never matter."],
    ],
    flow: [
      ["依次叫地主、抢地主；地主拿三张底牌，先出。", "In turn the players call or rob; the landlord takes the three bottom cards and leads."],
      ["跟牌要同牌型、同张数、更大，或者不出。两家都不出，最后出牌的人重新先出。", "Follow with the same kind and number of cards, higher, or pass. When both others pass, the last player leads again."],
      ["大小：大王 > 小王 > 2 > A > K > … > 3。", "Order: big joker > small joker > 2 > A > K > … > 3."],
    ],
    shapes: DOUDIZHU_SHAPES,
    beats: ["炸弹压一切普通牌型，王炸压一切。", "A bomb beats every plain kind, the rocket beats everything."],
    count: [
      ["底分 × 倍数；地主输赢算两份。", "Base times multiplier; the landlord wins or loses it twice."],
      ["春天：农民一张没出，再翻一倍。反春：地主只出过一手，也翻一倍。", "Spring: the farmers never played, doubled. Anti-spring: the landlord played only once, doubled too."],
    ],
  },
  guandan: {
    goal: ["四个人，对家是搭档，两副牌。从 2 打到 A，先过 A 的一队赢。", "Four players in two partnerships, two decks. Climb from level 2 to A; the team that passes A wins the match."],
    surprise: [
      ["本副的级牌排在 A 之上、王之下；红桃级牌是逢人配，可当任何牌（王除外）。", "Cards of the current level rank above the ace; its two hearts are wild and stand for anything but a joker."],
      ["同花顺是炸弹：大过 5 张炸弹，小过 6 张炸弹。", "A straight flush is a bomb: above five of a kind, below six."],
      ["别人的牌数平时不公开，剩 10 张时才报。", "How many cards others hold is not shown until they are down to ten."],
    ],
    flow: [
      ["每人 27 张。谁先出完是头游，两名搭档都出完这副就结束。", "27 cards each. First out is number one; the deal ends when both of a team are out."],
      ["出完的人赢了这轮，由对家接风先出。", "When the winner of a trick is out, his partner leads."],
      ["第二副起进贡：末游把最大的牌（逢人配除外）给头游，头游还一张 10 以下的牌。双下时两人都进贡。两张大王在进贡方手里可以抗贡。", "From the second deal on the last pays his highest card (wild ones aside) to the first, who returns a card of ten or less. After a 1–2 both losers pay. With both big jokers nothing is paid."],
    ],
    shapes: [
      { key: "climb.kind.single", cards: "Ks" },
      { key: "climb.kind.pair", cards: "8h8s" },
      { key: "climb.kind.triple", cards: "9s9h9d" },
      { key: "climb.kind.full_house", cards: "9s9h9d4c4d" },
      { key: "climb.kind.straight", cards: "5s6h7d8c9s", note: ["竞技规则正好 5 张", "exactly five in competition rules"] },
      { key: "guandan.kind.pair_run", cards: "5s5h6d6c7s7h" },
      { key: "guandan.kind.triple_run", cards: "5s5h5d6c6s6h" },
      { key: "climb.kind.bomb", cards: "7s7h7d7c", note: ["4 张以上，张数多的大", "four or more; more cards win"] },
      { key: "climb.kind.straight_flush", cards: "5h6h7h8h9h" },
      { key: "guandan.kind.four_jokers", cards: "RRLL" },
    ],
    beats: ["4 张 < 5 张 < 同花顺 < 6 张 < … < 天王炸", "four < five < straight flush < six < … < four jokers"],
    count: [["头游的对家第二名升 3 级，第三名升 2 级，末游升 1 级。", "The first's team climbs 3 levels if the partner is second, 2 if third, 1 if last."]],
  },
  holdem: {
    goal: ["用两张底牌和五张公共牌凑出最大的五张，或者让别人都弃牌，赢得底池。", "Make the best five cards of your two and the five on the board, or let everybody else fold, and win the pot."],
    surprise: [
      ["「加注到」是这一轮的总数，不是再加多少。", "“Raise to” is the total on this street, not what you add."],
      ["筹码不够时全下照样能看牌，只能赢和每个人对等的那部分；多出的进边池。", "With too few chips you may still go all-in: you can win as much from each player as you put in; the rest makes side pots."],
    ],
    flow: [
      ["庄家左边两位先放小盲、大盲，每人发两张底牌，然后下注。", "The two left of the button post the blinds, two cards are dealt to each, then everybody bets."],
      ["翻牌三张、转牌一张、河牌一张，每次之后再下注。", "Flop (three cards), turn and river follow, with betting after each."],
      ["轮到你：弃牌、过牌或跟注、加注。超时自动过牌或弃牌。", "Your turn: fold, check or call, raise. When time runs out you check, or fold."],
    ],
    shapes: [
      { key: "holdem.category.royal_flush", cards: "AsKsQsJsTs" },
      { key: "holdem.category.straight_flush", cards: "9h8h7h6h5h" },
      { key: "holdem.category.four_of_a_kind", cards: "8s8h8d8cKs" },
      { key: "holdem.category.full_house", cards: "JsJhJd4c4s" },
      { key: "holdem.category.flush", cards: "AdJd8d4d3d" },
      { key: "holdem.category.straight", cards: "9s8h7d6c5s" },
      { key: "holdem.category.three_of_a_kind", cards: "7s7h7dKcQs" },
      { key: "holdem.category.two_pair", cards: "AsAh9d9cKs" },
      { key: "holdem.category.one_pair", cards: "AsAh9d6c4s" },
      { key: "holdem.category.high_card", cards: "AsJh9d6c4s" },
    ],
    beats: ["上面的大于下面的。短牌里同花大于葫芦。", "Each beats those below it. In short deck a flush is above a full house."],
    count: [["牌一样大平分底池，零头给庄家左边最近的人。", "Equal hands share the pot; odd chips go to the nearest left of the button."]],
  },
  big_two: {
    goal: ["四个人，每人 13 张，先出完的人赢。", "Four players, 13 cards each; first out wins."],
    surprise: [
      ["2 最大，花色也比：♠ > ♥ > ♣ > ♦。", "Twos are high, and suits count: ♠ > ♥ > ♣ > ♦."],
      ["只能出 1、2、3 或 5 张，跟牌张数要相同。", "Only one, two, three or five cards may be played; follow with as many."],
      ["剩牌越多罚得越重，手里剩 2 还要另罚。", "The more cards you keep the dearer each is; twos left over cost extra."],
    ],
    flow: [["拿 ♦3 的人先出，第一手必须带 ♦3。", "The holder of ♦3 leads, with it among his cards."]],
    shapes: [
      { key: "climb.kind.single", cards: "2s" },
      { key: "climb.kind.pair", cards: "8h8s" },
      { key: "climb.kind.triple", cards: "9s9h9d" },
      { key: "climb.kind.straight", cards: "5s6h7d8c9s" },
      { key: "climb.kind.flush", cards: "3d6d8dJdKd" },
      { key: "climb.kind.full_house_hulu", cards: "9s9h9d4c4d" },
      { key: "climb.kind.four_single", cards: "7s7h7d7c3d" },
      { key: "climb.kind.straight_flush", cards: "5h6h7h8h9h" },
    ],
    beats: ["五张牌：顺子 < 同花 < 葫芦 < 金刚 < 同花顺。", "Five cards: straight < flush < full house < four with one < straight flush."],
    count: [["7 张以内每张 1 分，8–9 张每张 2 分，10–12 张每张 3 分，13 张每张 4 分；剩 ♠2 另罚 50，♥2 30，♣2 20，♦2 10。人人之间结算差额。", "Up to 7 cards cost 1 each, 8–9 cost 2, 10–12 cost 3, all 13 cost 4; ♠2 left over another 50, ♥2 30, ♣2 20, ♦2 10. Everybody settles the difference with everybody."]],
  },
  three_two_one: {
    goal: ["四个人，每人 13 张，先出完的人赢。", "Four players, 13 cards each; first out wins."],
    surprise: [
      ["禁止回打：不出之后，这个回合不能再出。", "A pass locks you: who has passed may not come back in this round."],
      ["没有炸弹。", "There are no bombs."],
      ["A 和 2 在顺子里可以放最下面，也可以放最上面：A23 最小，KA2 最大。", "Ace and two may stand at the bottom or top of a run: A23 is the smallest, KA2 the greatest."],
    ],
    flow: [["拿 ♦3 的人先出，第一手必须带 ♦3。花色不比大小。", "The holder of ♦3 leads, with it among his cards. Suits never matter."]],
    shapes: [
      { key: "climb.kind.single", cards: "2s" },
      { key: "climb.kind.pair", cards: "8h8s" },
      { key: "climb.kind.triple", cards: "9s9h9d" },
      { key: "climb.kind.straight", cards: "5s6h7d", note: ["3 张起", "three or more"] },
      { key: "climb.kind.pair_run", cards: "5s5h6d6c", note: ["2 对起", "two pairs or more"] },
      { key: "climb.kind.full_house_321", cards: "9s9h9d4c4d" },
      { key: "climb.kind.triple_pair_single", cards: "9s9h9d4c4dKs" },
      { key: "climb.kind.four_single_321", cards: "7s7h7d7c3d" },
    ],
    count: [["剩 1 张不罚，2–5 张 1 分，6–9 张 2 分，10–12 张 3 分，13 张 5 分，赢家全收。", "One card left costs nothing, 2–5 one, 6–9 two, 10–12 three, 13 five; the winner takes it all."]],
  },
  wuguapi: {
    goal: ["边打边摸，抢 5、10、K 的分，分最多的人赢。", "Play and draw, capture the points of fives, tens and kings; most points win."],
    surprise: [
      ["5 是最大的普通牌：大王 > 小王 > 5 > 4 > 3 > 2 > A > K > … > 6。", "The 5 is the highest plain card: big joker > small joker > 5 > 4 > 3 > 2 > A > K > … > 6."],
      ["先出完不等于赢，要看收了多少分。", "Running out first does not win; captured points do."],
    ],
    flow: PILE_FLOW,
    shapes: [
      { key: "climb.kind.single", cards: "5s" },
      { key: "climb.kind.pair", cards: "8h8s" },
      { key: "climb.kind.joker_pair", cards: "RL" },
      { key: "climb.kind.straight", cards: "7s8h9d", note: ["3、4 或 5 张", "three, four or five"] },
      { key: "climb.kind.flush", cards: "3d6d8d" },
      { key: "climb.kind.triple", cards: "9s9h9d" },
      { key: "climb.kind.four_plain", cards: "7s7h7d7c" },
      { key: "climb.kind.straight_flush", cards: "7h8h9h" },
    ],
    beats: ["张数相同，先比牌型再比大小：顺子 < 同花 < 三张或四张 < 同花顺。", "Same number of cards, first by kind: straight < flush < three or four of a kind < straight flush."],
    count: [["收到的分就是得分。", "Your score is the points you captured."]],
  },
  qigui_521: {
    goal: ["边打边摸，抢 5、10、K 的分，分最多的人赢。", "Play and draw, capture the points of fives, tens and kings; most points win."],
    surprise: [
      ["7 最大：7 > 大王 > 小王 > 5 > 2 > A > K > … > 8 > 6 > 4 > 3。", "Sevens are high: 7 > big joker > small joker > 5 > 2 > A > K > … > 8 > 6 > 4 > 3."],
      ["没有顺子，只有单张、对子、三张、四张；四张只压四张，不是炸弹。", "No straights: only singles, pairs, triples and fours; a four beats fours only and is no bomb."],
      ["两张王是一对，小于 77，大于 55。", "The two jokers are a pair, below 77 and above 55."],
    ],
    flow: PILE_FLOW,
    shapes: [
      { key: "climb.kind.single", cards: "7s" },
      { key: "climb.kind.pair", cards: "5h5s" },
      { key: "climb.kind.joker_pair", cards: "RL" },
      { key: "climb.kind.triple", cards: "9s9h9d" },
      { key: "climb.kind.four_plain", cards: "7s7h7d7c" },
    ],
    count: [["收到的分就是得分。", "Your score is the points you captured."]],
  },
  sanguosha: {
    goal: ["主公和忠臣要除掉反贼和内奸；反贼要杀主公；内奸要活到最后，再和主公单挑。", "Lord and loyalists must get rid of rebels and renegade; the rebels must kill the lord; the renegade must be last, facing the lord."],
    surprise: [
      ["只有主公的身份是公开的；其他人阵亡时才翻开。", "Only the lord's role is open; the others are shown when they die."],
      ["每个出牌阶段只能用一张【杀】（诸葛连弩、张飞除外）。", "One Strike in each of your play phases (but for the crossbow and Zhang Fei)."],
      ["杀死反贼摸三张牌；主公误杀忠臣要弃掉全部手牌和装备。", "Whoever kills a rebel draws three; a lord who kills a loyalist loses hand and equipment."],
      ["每次锦囊都会问所有人要不要用【无懈可击】，没有的会自动跳过。", "Everybody is asked for a Nullification at each scheme; who has none is skipped after a moment."],
    ],
    flow: [
      ["你的回合：判定、摸两张牌、出牌、把手牌弃到体力值。", "Your turn: judge, draw two, play, discard down to your health."],
      ["被【杀】要用【闪】，否则掉 1 点体力；体力到 0 要有【桃】来救。", "Answer a Strike with a Dodge or lose 1 health; at 0 somebody must give a Peach."],
      ["距离按座位数算，武器决定攻击范围；+1 马让人更远，−1 马让你更近。", "Distance is counted in seats, the weapon gives the range; a +1 horse puts you farther away, a −1 horse brings you nearer."],
      ["点武将牌看技能，悬停或长按看牌的说明。", "Tap a general to read its skills; hover or press long on a card to read it."],
    ],
    shapes: [],
    count: [["赢家每人得输家的人数，输家每人付赢家的人数。", "Each winner gets the number of losers, each loser pays the number of winners."]],
  },
};

RULES["doudizhu_x"] = {
  ...RULES["doudizhu"]!,
  surprise: [["飞机和四带二可以带任何牌：带炸弹、带双王、带同点数的牌都行。", "Planes and fours may carry anything: a bomb, both jokers, cards of their own rank."], ["有两种读法时要选一种再出。", "Where cards have two readings you choose one."], ...RULES["doudizhu"]!.surprise.slice(0, 1)],
};
RULES["doudizhu_4p"] = {
  goal: ["四个人，两副牌，一个地主对三个农民。", "Four players, two decks, one landlord against three farmers."],
  surprise: [
    ["没有三带一、飞机带小翼和四带二，只能带对子。", "No triple with a single, no single wings, no four with two: only pairs are carried."],
    ["炸弹 4 到 8 张，张数多的大；四张王是天王炸弹，最大。", "Bombs have four to eight cards, more cards win; four jokers beat everything."],
    ["两张小王是一对，两张大王是一对，一大一小不是。", "Two small jokers are a pair and so are two big ones; one of each is nothing."],
  ],
  flow: [["依次叫 1、2、3 分，分高的当地主，拿 8 张底牌，先出。", "In turn bid 1, 2 or 3; the highest is landlord, takes eight bottom cards and leads."], RULES["doudizhu"]!.flow[1]!, RULES["doudizhu"]!.flow[2]!],
  shapes: [
    ...["single", "pair", "triple", "full_house", "straight", "pair_run", "triple_run", "plane_pairs"].map((name) => DOUDIZHU_SHAPES.find((shape) => shape.key === `climb.kind.${name}`)!),
    { key: "climb.kind.four", cards: "7s7h7d7c" },
    { key: "climb.kind.six", cards: "7s7h7d7c7s7h" },
    { key: "climb.kind.four_jokers", cards: "RRLL" },
  ],
  count: [["叫分 × 倍数；地主输赢算三份。6、7 张炸弹翻一倍，8 张和天王炸翻两倍。", "Bid times multiplier; the landlord wins or loses it three times. Bombs of 6 or 7 double, of 8 and the four jokers triple."]],
};
RULES["qigui_523"] = {
  ...RULES["qigui_521"]!,
  surprise: [
    ["7 最大，3 也很大：7 > 大王 > 小王 > 5 > 2 > 3 > A > K > … > 8 > 6 > 4。", "Sevens are high, and threes stand above the ace: 7 > big joker > small joker > 5 > 2 > 3 > A > K > … > 8 > 6 > 4."],
    ...RULES["qigui_521"]!.surprise.slice(1),
  ],
};
