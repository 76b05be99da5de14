"""The numbered type and cover vectors of the eight games. (game, number, cards, readings) and (game, number, table, play, covers).

Readings are `Type:head`, several where a lead must be declared, none where the cards are no type. The rows of other
kinds (bids, locks, draws, scores) are tests of their own, with their numbers in the name.
"""

# fmt: off
TYPES: list[tuple[str, int, str, str]] = [
    ("doudizhu", 1, "LR", "PairJokers:R"),  # two jokers are the rocket, never a Pair
    ("doudizhu", 2, "333444", "TripleStraight:4"),  # 6-card plane (the C++ program misses it)
    ("doudizhu", 3, "33344455", "TripleStraightWithSingles:4"),  # a pair may serve as two single wings
    ("doudizhu", 4, "33334445", ""),  # wing may not repeat a body point
    ("doudizhu", 5, "333444LR", ""),  # wings may not hold both jokers
    ("doudizhu", 6, "333444L5", "TripleStraightWithSingles:4"),  # one joker is an ordinary single wing
    ("doudizhu", 7, "3334445555", ""),  # wings may not contain a bomb
    ("doudizhu", 8, "3334445566", "TripleStraightWithPairs:4"),  # big wings
    ("doudizhu", 9, "333444555666", "TripleStraight:6"),  # a triple adjacent to the plane is body, not wings
    ("doudizhu", 10, "333444555777", "TripleStraightWithSingles:5"),  # non-adjacent triple = three single wings
    ("doudizhu", 11, "QQQKKKAAA222", "TripleStraightWithSingles:A"),  # 2 is never adjacent to A in a run
    ("doudizhu", 12, "3334445556667778", ""),  # five adjacent triples + 1 has no legal parse
    ("doudizhu", 13, "4444LR", ""),  # 4+2 may not carry the rocket
    ("doudizhu", 14, "444455", "QuadrupleWithSingleSingle:4"),  # 4 + a pair counted as two singles
    ("doudizhu", 15, "44443355", "QuadrupleWithPairPair:4"),  # 4+2 pairs
    ("doudizhu", 16, "44443333", ""),  # wings may not be a bomb
    ("doudizhu", 17, "333LR", ""),  # two jokers are not a pair
    ("doudizhu", 18, "TJQKA", "SingleStraight:A"),  # A is the top of a run
    ("doudizhu", 19, "JQKA2", ""),  # 2 not allowed in runs
    ("doudizhu", 20, "A2345", ""),  # A cannot be low
    ("doudizhu", 21, "3456", ""),  # straight needs 5
    ("doudizhu", 22, "3344", ""),  # pair run needs 3 pairs
    ("doudizhu_x", 1, "44433355", "TripleStraightWithSingles:4"),  # seed example
    ("doudizhu_x", 2, "44443333", "QuadrupleWithPairPair:4 TripleStraightWithSingles:4"),  # seed example: must be declared when leading
    ("doudizhu_x", 3, "55553333", "QuadrupleWithPairPair:5"),  # seed: read as 5555+33+33, never 3333+55+55
    ("doudizhu_x", 4, "4443335555", "TripleStraightWithPairs:4"),  # seed example: bomb as two pair wings
    ("doudizhu_x", 5, "33334445", "TripleStraightWithSingles:4"),  # quad is the LOWER body point (the C++ program misses it)
    ("doudizhu_x", 6, "44443335", "TripleStraightWithSingles:4"),  # quad is the higher body point
    ("doudizhu_x", 7, "333444LR", "TripleStraightWithSingles:4"),  # rocket as two single wings
    ("doudizhu_x", 8, "4444LR", "QuadrupleWithSingleSingle:4"),  # rocket as two singles
    ("doudizhu_x", 9, "4444LR55", ""),  # two jokers are still not a pair
    ("doudizhu_x", 10, "333444LR55", ""),  # nor a pair wing
    ("doudizhu_x", 11, "333LR", ""),  # triple+pair unchanged
    ("doudizhu_x", 12, "4444", "Quadruple:4"),  # only a bomb by default (option below)
    ("doudizhu_x", 13, "333444555666", "TripleStraight:6 TripleStraightWithSingles:6"),  # plane of 4, or plane of 3 (654) + 333
    ("doudizhu_x", 14, "3334445556667778", "TripleStraightWithSingles:7"),  # now legal: 777666555444 + 3338
    ("doudizhu_x", 15, "3333444455556666", "TripleStraightWithSingles:6"),  # every body point repeated as a wing
    ("doudizhu_x", 16, "44455566677788882222", "TripleStraightWithPairs:7 TripleStraightWithSingles:8"),  # 20 cards: plane of 4 + pairs 88 88 22 22, or plane of 5 + 8 2222
    ("doudizhu_x", 17, "222AAA33", ""),  # 2 is not part of a plane
    ("doudizhu_x", 18, "2222AAAA", "QuadrupleWithPairPair:2"),  # A-2 not consecutive, so only 4+2 pairs
    ("doudizhu_x", 19, "4444555566677", ""),  # 13 cards fit no shape
    ("doudizhu_4p", 1, "LL", "Pair:L"),  # two small jokers are a pair
    ("doudizhu_4p", 2, "LR", ""),  # mixed jokers are nothing
    ("doudizhu_4p", 3, "LLR", ""),  # three jokers are nothing
    ("doudizhu_4p", 4, "LLRR", "QuadrupleJokers:R"),  # 天王炸弹
    ("doudizhu_4p", 5, "3334", ""),  # no 三带一
    ("doudizhu_4p", 6, "33355", "TripleWithPair:3"),  # 三带二
    ("doudizhu_4p", 7, "333LL", "TripleWithPair:3"),  # joker pair is a pair
    ("doudizhu_4p", 8, "333LR", ""),  # mixed jokers are not
    ("doudizhu_4p", 9, "333344", ""),  # no 四带二
    ("doudizhu_4p", 10, "333444", "TripleStraight:4"),  # plane of 2
    ("doudizhu_4p", 11, "33344456", ""),  # no small wings
    ("doudizhu_4p", 12, "3334445566", "TripleStraightWithPairs:4"),  # big wings
    ("doudizhu_4p", 13, "3334445555", ""),  # wings may not be a bomb
    ("doudizhu_4p", 14, "33344455LL", "TripleStraightWithPairs:4"),  # one joker pair may be a wing
    ("doudizhu_4p", 15, "333444LLRR", ""),  # wings may not be 天王炸弹
    ("doudizhu_4p", 16, "777666555KKJJ99", "TripleStraightWithPairs:7"),  # seed example
    ("doudizhu_4p", 17, "5566", ""),  # pair run needs 3
    ("doudizhu_4p", 18, "JQKA2", ""),  # no 2 in runs
    ("doudizhu_4p", 19, "66666", "Quintuple:6"),  # 5-card bomb
    ("big_two", 1, "D3", "Single:D3"),  # smallest card
    ("big_two", 2, "D3S3", "Pair:S3"),  # head = higher suit
    ("big_two", 3, "D3C3H3S3", ""),  # no bare four of a kind
    ("big_two", 4, "D3C3H3S3D4", "QuadrupleWithSingle:S3"),  # 金刚
    ("big_two", 5, "D3C3H3D4C4", "TripleWithPair:H3"),  # 葫芦
    ("big_two", 6, "D3C3H3D4", ""),  # no 3+1
    ("big_two", 7, "D3C4H5S6D7", "SingleStraight:D7"),
    ("big_two", 8, "D3C4H5S6", ""),  # straights are exactly 5
    ("big_two", 9, "DAC2D3D4D5", "SingleStraight:C2"),  # A2345 legal, headed by its 2
    ("big_two", 10, "D2C3D4D5D6", "SingleStraight:D2"),  # 23456 legal, headed by its 2
    ("big_two", 11, "DJCQDKDAD2", ""),  # JQKA2 illegal
    ("big_two", 12, "DQCKDAD2D3", ""),  # no wrap-around
    ("big_two", 13, "DTCJDQDKDA", "SingleStraight:DA"),  # TJQKA legal
    ("big_two", 14, "D3D5D7D9DJ", "SingleFlush:DJ"),  # flush
    ("big_two", 15, "SAS2S3S4S5", "SingleFlushStraight:S2"),  # straight flush headed by S2
    ("three_two_one", 1, "345", "SingleStraight:5"),  # straights from 3 cards
    ("three_two_one", 2, "A23", "SingleStraight:3"),  # A low: headed by 3, the smallest straight
    ("three_two_one", 3, "234", "SingleStraight:4"),  # 2 low
    ("three_two_one", 4, "QKA", "SingleStraight:A"),
    ("three_two_one", 5, "KA2", "SingleStraight:2"),  # 2 high: the largest
    ("three_two_one", 6, "KA23", ""),  # cannot wrap past 2
    ("three_two_one", 7, "3344", "PairStraight:4"),  # pair runs from 2 pairs
    ("three_two_one", 8, "AA22", "PairStraight:2"),  # headed by 2
    ("three_two_one", 9, "2233", "PairStraight:3"),  # headed by 3 (smallest)
    ("three_two_one", 10, "KKAA22", "PairStraight:2"),  # C++ slip rejects it; legal here
    ("three_two_one", 11, "3334", ""),  # no 3+1
    ("three_two_one", 12, "33344", "TripleWithPair:3"),  # 三两不一
    ("three_two_one", 13, "333445", "TripleWithPairSingle:3"),  # 三两一
    ("three_two_one", 14, "444455", "TripleWithPairSingle:4"),  # 444+55+4
    ("three_two_one", 15, "333456", ""),  # needs a real pair
    ("three_two_one", 16, "333555", "TripleWithPairSingle:5"),  # non-adjacent: only 555+33+3
    ("three_two_one", 17, "KKKQQQ", "TripleStraight:K TripleWithPairSingle:K"),  # declare when leading
    ("three_two_one", 18, "222333", "TripleStraight:3 TripleWithPairSingle:2"),  # the two parses have different heads
    ("three_two_one", 19, "44445", "QuadrupleWithSingle:4"),  # 四夹一
    ("three_two_one", 20, "33445", ""),  # 2 pairs + 1 is nothing
    ("three_two_one", 21, "3344556", "PairStraightWithSingle:5"),  # 连对夹一
    ("three_two_one", 22, "3344455", "PairStraightWithSingle:5"),  # the single may repeat a body point
    ("three_two_one", 23, "4444333", "TripleStraightWithSingle:4"),  # 三顺夹一 with repeated point
    ("three_two_one", 24, "33344455", ""),  # no two-card wings
    ("three_two_one", 25, "444455556", "QuadrupleStraightWithSingle:5"),  # 四顺夹一
    ("three_two_one", 26, "3456789TJQKA2", "SingleStraight:2"),  # 13-card dragon
    ("wuguapi", 1, "R", "Single:R"),  # largest single
    ("wuguapi", 2, "LR", "PairJokers:R"),  # 对鬼
    ("wuguapi", 3, "D3C4H5", "SingleStraight:H5"),  # straights of 3
    ("wuguapi", 4, "D4C5H6", "SingleStraight:C5"),  # head is the 5, not the 6
    ("wuguapi", 5, "DQCKHA", "SingleStraight:HA"),  # QKA legal
    ("wuguapi", 6, "DKCAH2", ""),  # KA2 illegal
    ("wuguapi", 7, "DAC2H3", "SingleStraight:H3"),
    ("wuguapi", 8, "D6D8DK", "SingleFlush:DK"),  # 3-card flush
    ("wuguapi", 9, "D6D8D9DK", "SingleFlush:DK"),  # 4-card flush (C++ slip rejects it)
    ("wuguapi", 10, "D3D4D5", "SingleFlushStraight:D5"),
    ("wuguapi", 11, "D6C6H6S6", "Quadruple:S6"),  # 4-card four of a kind
    ("wuguapi", 12, "D6C6H6L", ""),  # no 3+1, jokers are not wild
    ("wuguapi", 13, "D6C6H6LR", "TripleWithPair:H6"),  # joker pair may be the pair
    ("wuguapi", 14, "D6C6H6S6R", "QuadrupleWithSingle:S6"),  # joker as the odd card
    ("wuguapi", 15, "LRD6", ""),  # no such type
    ("wuguapi", 16, "D6C6D7C7", ""),  # no pair runs
    ("qigui_521", 1, "D7", "Single:D7"),
    ("qigui_521", 2, "LR", "PairJokers:R"),  # 对鬼
    ("qigui_521", 3, "D5C5H5", "Triple:H5"),
    ("qigui_521", 4, "D5C5H5S5", "Quadruple:S5"),
    ("qigui_521", 5, "D3C4H5", ""),  # no straights
    ("qigui_521", 6, "D5C5H5D6C6", ""),  # no full house
    ("qigui_521", 7, "LD7", ""),  # jokers are not wild
    ("qigui_523", 1, "S7H7", "Pair:S7"),
    ("qigui_523", 2, "D3C3H3S3", "Quadruple:S3"),
    ("qigui_523", 3, "D8D9DT", ""),  # no straights or flushes
    ("qigui_523", 4, "LR", "PairJokers:R"),
]

TYPES += [
    ("paodekuai", 1, "33345", "TripleWithTwo:3"),
    ("paodekuai", 2, "33344", "TripleWithTwo:3"),  # a pair is two cards
    ("paodekuai", 3, "33334", "TripleWithTwo:3"),  # the fourth may be carried
    ("paodekuai", 4, "3333", "Quadruple:3 TripleWithSingle:3"),  # as last cards; the bomb counts
    ("paodekuai", 5, "333", "Triple:3"),  # as last cards
    ("paodekuai", 6, "3344", "PairStraight:4"),
    ("paodekuai", 7, "TJQKA", "SingleStraight:A"),
    ("paodekuai", 8, "JQKA2", ""),
    ("paodekuai", 9, "3334445678", "TripleStraightWithTwos:4"),
    ("paodekuai", 10, "333444555", "TripleStraight:5 TripleStraightWithFewer:5"),  # as last cards
    ("paodekuai", 11, "AAA", "Triple:A"),  # no bomb
    ("paodekuai", 12, "333345", ""),  # 四带二 is an option
]

COVERS: list[tuple[str, int, str, str, bool]] = [
    ("doudizhu", 23, "L", "R", True),  # joker order
    ("doudizhu", 24, "2", "L", True),  # joker above 2
    ("doudizhu", 25, "34567", "45678", True),  # same length, higher head
    ("doudizhu", 26, "34567", "456789", False),  # length must match
    ("doudizhu", 27, "AAA3", "222L", True),  # compare the triple only
    ("doudizhu", 28, "KKKK", "2222", True),  # bomb by point
    ("doudizhu", 29, "AAAA56", "3333", True),  # bomb beats 4+2
    ("doudizhu", 30, "3333", "444456", False),  # 4+2 is not a bomb
    ("doudizhu", 31, "2222", "LR", True),  # rocket beats all
    ("doudizhu", 32, "LR", "2222", False),  # nothing beats the rocket
    ("doudizhu", 33, "33344456", "55566678", True),  # plane + small wings
    ("doudizhu", 34, "33344456", "5556667788", False),  # small vs big wings differ in type
    ("doudizhu_x", 20, "44447788", "66665555", True),  # context resolves to 4+2 pairs
    ("doudizhu_x", 21, "33344479=TripleStraightWithSingles", "66665555", True),  # context resolves to the plane
    ("doudizhu_x", 22, "888999JQ", "66665555", False),  # neither parse covers
    ("doudizhu_x", 23, "77779955", "8888", True),  # a bare four is a bomb
    ("doudizhu_x", 24, "8888", "99997777", False),  # 4+2 pairs is not a bomb even if its wings are one
    ("doudizhu_4p", 20, "LL", "RR", True),  # pair of big jokers
    ("doudizhu_4p", 21, "R", "R", False),  # equal cards never cover (two decks)
    ("doudizhu_4p", 22, "22", "22", False),  # likewise
    ("doudizhu_4p", 23, "22", "LL", True),  # joker pair above 22
    ("doudizhu_4p", 24, "2222", "33333", True),  # more cards win
    ("doudizhu_4p", 25, "33333", "AAAAA", True),  # same size: point
    ("doudizhu_4p", 26, "99999999", "LLRR", True),  # 天王 beats an 8-card bomb
    ("doudizhu_4p", 27, "LLRR", "99999999", False),  # and is never beaten
    ("doudizhu_4p", 28, "RR", "3333", True),  # any bomb beats any plain type
    ("big_two", 16, "H2", "S2", True),  # suit breaks ties
    ("big_two", 17, "S3C3", "H3D3", False),  # pairs: compare the higher suit
    ("big_two", 18, "DTCJHQDKSA", "DAC2D3D4C5", True),  # 2-headed straight above A-headed
    ("big_two", 19, "HAS2C3C4D5", "D2D3H4H5S6", False),  # both 2-headed: suit of the 2 decides (S > D)
    ("big_two", 20, "DAC2D3D4D5", "H2C3H4H5D6", True),  # H2 above C2
    ("big_two", 21, "D9CTHJSQDK", "D3D4D5D6D8", True),  # any flush beats any straight
    ("big_two", 22, "S3S5S7S9SJ", "D3D4D6D8DQ", True),  # flush: highest card first, suit only on equal points
    ("big_two", 23, "D3D4D6D8DQ", "S4S5S6S7SQ", True),  # same top point: suit
    ("big_two", 24, "DADKDQD9D8", "D3C3H3D4C4", True),  # full house over flush
    ("big_two", 25, "DACAHAD2C2", "D3C3H3S3D4", True),  # four+1 over full house
    ("big_two", 26, "D2C2H2S2C3", "D3D4D5D6D7", True),  # straight flush over four+1
    ("big_two", 27, "S2", "D3C3", False),  # card counts must match
    ("three_two_one", 27, "2", "2", False),  # suits never compare; equal point does not cover
    ("three_two_one", 28, "A23", "234", True),  # head 4 over head 3
    ("three_two_one", 29, "QKA", "KA2", True),  # 2-high is largest
    ("three_two_one", 30, "345", "3456", False),  # length
    ("three_two_one", 31, "AAA", "3333", False),  # no bombs: four of a kind is just a type
    ("three_two_one", 32, "333445", "KKKQQQ", True),  # context picks 三两一
    ("three_two_one", 33, "333667", "444555", True),  # read as 555+44+4
    ("three_two_one", 34, "222334", "KKKQQQ", False),  # 222 head cannot be beaten; 三顺 does not beat 三两一
    ("three_two_one", 35, "KKK445", "222333", True),  # 222+33+3
    ("three_two_one", 36, "AAAKKK=TripleStraight", "222333", False),  # as 三顺 its head is only 3
    ("wuguapi", 17, "S4", "D5", True),  # 5 is the top natural point
    ("wuguapi", 18, "D5", "S5", True),  # suit
    ("wuguapi", 19, "S5", "L", True),  # jokers above 5
    ("wuguapi", 20, "DKCK", "D6C6", False),  # 6 is the lowest
    ("wuguapi", 21, "S5H5", "LR", True),  # 对鬼 over any pair
    ("wuguapi", 22, "D6C7H8", "D4C5H6", True),  # 5-headed
    ("wuguapi", 23, "D5C6S7", "S3C4H5", True),  # both 5-headed: suit of the 5
    ("wuguapi", 24, "DQCKHA", "D6D8D9", True),  # flush over straight (3 cards)
    ("wuguapi", 25, "D3D4D2", "C6H6S6", False),  # D3 D4 D2 is a straight flush: a triple does not beat it
    ("wuguapi", 26, "S2S3SK", "D6C6H6", True),  # triple over flush
    ("wuguapi", 27, "D5C5H5", "S6S7S8", True),  # straight flush over triple
    ("wuguapi", 28, "D6C6H6S6", "S7S8S9ST", True),  # straight flush over four (4 cards)
    ("wuguapi", 29, "D6C6H6D7C7", "S7S8S9", False),  # sizes must match (C++ slip allows it)
    ("wuguapi", 30, "D6C6H6S6C7", "D7D8D9DTDJ", True),  # straight flush over four+1
    ("qigui_521", 8, "R", "D7", True),  # any 7 beats the big joker
    ("qigui_521", 9, "L", "R", True),  # joker order
    ("qigui_521", 10, "S5", "L", True),  # joker above 5
    ("qigui_521", 11, "S2", "D5", True),  # 5 above 2
    ("qigui_521", 12, "SA", "D2", True),  # 2 above A
    ("qigui_521", 13, "SK", "DA", True),  # A above K here
    ("qigui_521", 14, "S4", "D3", False),  # 3 is the lowest point in 521
    ("qigui_521", 15, "D7", "S7", True),  # suit breaks ties
    ("qigui_521", 16, "S5H5", "LR", True),  # 对鬼 over 55
    ("qigui_521", 17, "LR", "D7C7", True),  # 77 over 对鬼
    ("qigui_521", 18, "D7C7", "LR", False),
    ("qigui_521", 19, "D6C6", "S6H6", True),  # same point pair: higher suit
    ("qigui_521", 20, "DACAHA", "D6C6H6S6", False),  # no bombs: sizes must match
    ("qigui_523", 5, "SA", "D3", True),  # 3 above A (opposite of 521)
    ("qigui_523", 6, "S3", "D2", True),  # 2 above 3
    ("qigui_523", 7, "S2", "D5", True),
    ("qigui_523", 8, "S5", "L", True),
    ("qigui_523", 9, "R", "D7", True),
    ("qigui_523", 10, "S4", "D6", True),  # 4 is the lowest point here
    ("qigui_523", 11, "D6", "S4", False),
    ("qigui_523", 12, "SACA", "D3C3", True),  # pairs follow the same order
    ("qigui_523", 13, "D3C3", "SACA", False),
    ("qigui_523", 14, "H7D7", "S7C7", True),  # suit of the best card
    ("qigui_523", 15, "LR", "S5H5", False),
    ("qigui_523", 16, "DKCKHK", "D3C3H3", True),  # triples
    ("paodekuai", 13, "33345", "44456", True),
    ("paodekuai", 14, "QQQ34", "KKK", True),  # as last cards
    ("paodekuai", 15, "QQQ34", "JJJ", False),
    ("paodekuai", 16, "2", "3333", True),
    ("paodekuai", 17, "3333", "4444", True),
    ("paodekuai", 18, "3344", "445566", False),  # as many pairs
    ("paodekuai", 19, "3334445678", "555666", True),  # as last cards
]
# fmt: on
