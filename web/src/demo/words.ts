// What the demo says: [中文, English].
export const DEMO = {
  lead: ["不用安装，也不用服务器：规则、电脑和牌桌都在这个浏览器里。", "Nothing to install and no server: rules, bots and table run in this browser."],
  loading: ["正在载入 Python 和规则（约 8 MB，只需一次）…", "Loading Python and the rules (about 8 MB, once)…"],
  failed: ["没能载入：{why}。请换一个新一点的浏览器再试。", "It could not be loaded: {why}. Please try a newer browser."],
  rest: ["自己装上以后有十四种玩法、好友、复盘分析、残局、教学和每日一局。", "Installed, it has fourteen games, friends, analysis, puzzles, lessons and a daily deal."],
  server: ["这一页要有服务器才行；试玩里只有牌桌。", "This needs the server; the demo has only the table."],
} as const satisfies Record<string, readonly [string, string]>;
