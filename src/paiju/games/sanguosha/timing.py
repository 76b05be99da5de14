"""Every moment at which a skill may step in, in the order in which a game reaches them (rules §3.16).

The value is the name that traces print. A timing has a bearer (the player it happens to, or nobody) and data (the
event that fired it).
"""

from __future__ import annotations

from enum import StrEnum


class Timing(StrEnum):
    """A moment of the game."""

    # the game and the deal
    GAME_PREPARED = "GamePrepared"
    DRAW_INITIAL_CARDS = "DrawInitialCards"
    AFTER_DRAW_INITIAL_CARDS = "AfterDrawInitialCards"
    GAME_START = "GameStart"
    GAME_FINISHED = "GameFinished"

    # rounds, turns, phases
    ROUND_START = "RoundStart"
    ROUND_END = "RoundEnd"
    AFTER_ROUND_END = "AfterRoundEnd"
    PRE_TURN_START = "PreTurnStart"
    BEFORE_TURN_START = "BeforeTurnStart"
    TURN_START = "TurnStart"
    TURN_END = "TurnEnd"
    TURN_CHANGING = "EventTurnChanging"
    PHASE_CHANGING = "EventPhaseChanging"
    PHASE_SKIPPING = "EventPhaseSkipping"
    PHASE_SKIPPED = "EventPhaseSkipped"
    PHASE_START = "EventPhaseStart"
    PHASE_PROCEEDING = "EventPhaseProceeding"
    DRAW_N_CARDS = "DrawNCards"
    AFTER_DRAW_N_CARDS = "AfterDrawNCards"
    PHASE_END = "EventPhaseEnd"

    # skills
    BEFORE_TRIGGER_SKILL_USE = "BeforeTriggerSkillUse"
    SKILL_EFFECT = "SkillEffect"
    AFTER_SKILL_EFFECT = "AfterSkillEffect"
    ACQUIRE_SKILL = "EventAcquireSkill"
    LOSE_SKILL = "EventLoseSkill"

    # cards on the move
    BEFORE_CARDS_MOVE = "BeforeCardsMove"
    AFTER_CARDS_MOVE = "AfterCardsMove"
    BEFORE_DRAW_CARD = "BeforeDrawCard"
    AFTER_DRAW_PILE_SHUFFLE = "AfterDrawPileShuffle"

    # using a card
    PRE_CARD_USE = "PreCardUse"
    AFTER_CARD_USE_DECLARED = "AfterCardUseDeclared"
    AFTER_CARD_TARGET_DECLARED = "AfterCardTargetDeclared"
    CARD_USING = "CardUsing"
    TARGET_SPECIFYING = "TargetSpecifying"
    TARGET_CONFIRMING = "TargetConfirming"
    TARGET_SPECIFIED = "TargetSpecified"
    TARGET_CONFIRMED = "TargetConfirmed"
    BEFORE_CARD_USE_EFFECT = "BeforeCardUseEffect"
    CARD_USE_FINISHED = "CardUseFinished"

    # a card taking effect on one target
    PRE_CARD_EFFECT = "PreCardEffect"
    BEFORE_CARD_EFFECT = "BeforeCardEffect"
    CARD_EFFECTING = "CardEffecting"
    CARD_EFFECT_CANCELLED_OUT = "CardEffectCancelledOut"
    CARD_EFFECT_FINISHED = "CardEffectFinished"

    # responding, and being asked for a card
    PRE_CARD_RESPOND = "PreCardRespond"
    CARD_RESPONDING = "CardResponding"
    CARD_RESPOND_FINISHED = "CardRespondFinished"
    ASK_FOR_CARD_USE = "AskForCardUse"
    ASK_FOR_CARD_RESPONSE = "AskForCardResponse"
    HANDLE_ASK_FOR_PLAY_CARD = "HandleAskForPlayCard"
    AFTER_ASK_FOR_CARD_USE = "AfterAskForCardUse"
    AFTER_ASK_FOR_CARD_RESPONSE = "AfterAskForCardResponse"
    AFTER_ASK_FOR_NULLIFICATION = "AfterAskForNullification"

    # damage and hp
    PRE_DAMAGE = "PreDamage"
    DAMAGE_CAUSED = "DamageCaused"
    DETERMINE_DAMAGE_CAUSED = "DetermineDamageCaused"
    DAMAGE_INFLICTED = "DamageInflicted"
    DETERMINE_DAMAGE_INFLICTED = "DetermineDamageInflicted"
    BEFORE_HP_CHANGED = "BeforeHpChanged"
    HP_CHANGED = "HpChanged"
    DAMAGE = "Damage"
    DAMAGED = "Damaged"
    DAMAGE_FINISHED = "DamageFinished"
    PRE_HP_LOST = "PreHpLost"
    HP_LOST = "HpLost"
    PRE_HP_RECOVER = "PreHpRecover"
    HP_RECOVER = "HpRecover"
    BEFORE_MAX_HP_CHANGED = "BeforeMaxHpChanged"
    MAX_HP_CHANGED = "MaxHpChanged"

    # dying and death
    ENTER_DYING = "EnterDying"
    ASK_FOR_PEACHES = "AskForPeaches"
    ASK_FOR_PEACHES_DONE = "AskForPeachesDone"
    AFTER_DYING = "AfterDying"
    BEFORE_GAME_OVER_JUDGE = "BeforeGameOverJudge"
    GAME_OVER_JUDGE = "GameOverJudge"
    DEATH = "Death"
    BURY_VICTIM = "BuryVictim"
    DEATHED = "Deathed"
    AFTER_PLAYER_REVIVED = "AfterPlayerRevived"

    # judging and comparing
    START_JUDGE = "StartJudge"
    ASK_FOR_RETRIAL = "AskForRetrial"
    FINISH_RETRIAL = "FinishRetrial"
    FINISH_JUDGE = "FinishJudge"
    START_PINDIAN = "StartPindian"
    PINDIAN_CARDS_DISPLAYED = "PindianCardsDisplayed"
    PINDIAN_RESULT_CONFIRMED = "PindianResultConfirmed"
    PINDIAN_FINISHED = "PindianFinished"

    # what a player is
    BEFORE_TURN_OVER = "BeforeTurnOver"
    TURNED_OVER = "TurnedOver"
    BEFORE_CHAIN_STATE_CHANGE = "BeforeChainStateChange"
    CHAIN_STATE_CHANGED = "ChainStateChanged"
    BEFORE_PROPERTY_CHANGE = "BeforePropertyChange"
    PROPERTY_CHANGE = "PropertyChange"
    AFTER_PROPERTY_CHANGE = "AfterPropertyChange"
    CARD_SHOWN = "CardShown"
    AREA_ABORTED = "AreaAborted"
    AREA_RESUMED = "AreaResumed"
