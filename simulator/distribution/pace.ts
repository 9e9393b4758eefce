import type { Environment } from '../transport/endpoints.ts';

/** Whose questions are counted: a CNPJ (14 characters, not its root) or CPF, as the request names it. */
export type Taxpayer = { environment: Environment; taxId: string };

/** Texts of the three reasons for 656 (observed; NT 2014.002 v1.40 §3.11.4). */
export const reasons = {
  tooEarly:
    'Rejeicao: Consumo Indevido (Deve ser aguardado 1 hora para efetuar nova solicitacao caso nao existam mais documentos a serem pesquisados. Tente apos 1 hora)',
  outOfOrder:
    'Rejeicao: Consumo Indevido (Deve ser utilizado o ultNSU nas solicitacoes subsequentes. Tente apos 1 hora)',
  tooMany: 'Rejeicao: Consumo Indevido (Ultrapassou o limite de 20 consultas por hora)',
} as const;
export type PaceReason = keyof typeof reasons;

type Turn = {
  /** The last ultNSU that was answered, when, and the ultNSU of the question. */
  answered?: number;
  answeredAt: number;
  askedWith?: number;
  repeats: number;
  /** Until when the taxpayer must not ask for more, because the queue was at its end (Unix milliseconds). */
  quietUntil: number;
  /** Whether the control API let the next question have any ultNSU. */
  isForgiven?: boolean;
  blocked?: { until: number; reason: PaceReason };
  single: number[];
};

const mostSingle = 20;

export type PaceLimits = {
  /** The length of the hour that all rules about 656 speak of. */
  waitSeconds: number;
  /** How often in a row a question may be repeated with the same ultNSU; the real service promises none. */
  repeats: number;
  /**
   * Whether an ultNSU other than the one that was answered is refused for ever, or only within the hour after the answer: those who explain
   * the rule read it so (NT 2014.002 v1.10 p. 14, "neste período de 1 hora"), and a block ends by itself.
   */
  alwaysInOrder: boolean;
};

/**
 * Decides how often each taxpayer may ask for distribution (656). A block concerns the taxpayer, for all three kinds of question, and a
 * question within a block starts it again. Kept in memory.
 */
export class Pace {
  readonly waitMs: number;
  readonly #repeats: number;
  readonly #alwaysInOrder: boolean;
  readonly #turns = new Map<string, Turn>();

  constructor({ waitSeconds, repeats, alwaysInOrder }: PaceLimits) {
    if (!(waitSeconds >= 0)) throw new RangeError('the wait of the distribution is a number of seconds');
    this.waitMs = waitSeconds * 1000;
    this.#repeats = repeats;
    this.#alwaysInOrder = alwaysInOrder;
  }

  /** Why the taxpayer is blocked now, or undefined; a question during a block starts the block again. */
  blocked(taxpayer: Taxpayer, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    if (!turn.blocked || at.getTime() >= turn.blocked.until) return undefined;
    return this.#block(turn, turn.blocked.reason, at);
  }

  /** Why a question for all documents after an NSU is refused, or undefined. */
  asksAfter(taxpayer: Taxpayer, ultNSU: number, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    if (at.getTime() < turn.quietUntil) return this.#block(turn, 'tooEarly', at);
    if (turn.answered === undefined || ultNSU === turn.answered) return undefined;
    if (turn.isForgiven) return undefined;
    if (!this.#alwaysInOrder && at.getTime() >= turn.answeredAt + this.waitMs) return undefined;
    if (ultNSU === turn.askedWith && turn.repeats < this.#repeats) {
      turn.repeats += 1;
      return undefined;
    }
    return this.#block(turn, 'outOfOrder', at);
  }

  /** Remembers the ultNSU of an answer, and whether it was the end of the queue. */
  answered(taxpayer: Taxpayer, askedWith: number, ultNSU: number, isEnd: boolean, at: Date): void {
    const turn = this.#turn(taxpayer);
    if (askedWith !== turn.askedWith) turn.repeats = 0;
    turn.askedWith = askedWith;
    turn.answered = ultNSU;
    turn.answeredAt = at.getTime();
    delete turn.isForgiven;
    turn.quietUntil = isEnd ? at.getTime() + this.waitMs : 0;
  }

  /** Why a question for one document, by NSU or key, is refused, or undefined; counts the question. */
  asksForOne(taxpayer: Taxpayer, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    turn.single = turn.single.filter((when) => when > at.getTime() - this.waitMs);
    turn.single.push(at.getTime());
    return turn.single.length > mostSingle ? this.#block(turn, 'tooMany', at) : undefined;
  }

  /** Blocks a taxpayer that broke no rule. */
  block(taxpayer: Taxpayer, at: Date): void {
    this.#block(this.#turn(taxpayer), 'tooEarly', at);
  }

  /** The ultNSU of the last answer to a taxpayer, which a 656 repeats. */
  lastAnswered(taxpayer: Taxpayer): number {
    return this.#turn(taxpayer).answered ?? 0;
  }

  /**
   * Forgets all waits and counts of a CNPJ or CPF, or of everybody, and accepts any ultNSU until the next answer. The ultNSU that a 656 repeats is
   * kept.
   */
  forgive(taxId: string | undefined): void {
    for (const [key, turn] of this.#turns) {
      if (taxId !== undefined && !key.endsWith(`/${taxId}`)) continue;
      turn.quietUntil = 0;
      turn.isForgiven = true;
      turn.single = [];
      turn.repeats = 0;
      delete turn.blocked;
    }
  }

  #block(turn: Turn, reason: PaceReason, at: Date): PaceReason {
    turn.blocked = { until: at.getTime() + this.waitMs, reason };
    // The block replaces the wait at the end of the queue: there is one wait, not two.
    turn.quietUntil = 0;
    turn.single = [];
    return reason;
  }

  #turn({ environment, taxId }: Taxpayer): Turn {
    const key = `${environment}/${taxId}`;
    const known = this.#turns.get(key);
    if (known) return known;
    const turn: Turn = { answeredAt: 0, repeats: 0, quietUntil: 0, single: [] };
    this.#turns.set(key, turn);
    return turn;
  }
}
