import type { Environment } from '../transport/endpoints.ts';

/** Whose questions are counted: a CNPJ (14 characters, not its root) or CPF, as the request names it. */
export type Taxpayer = { environment: Environment; taxId: string };

/** Words of the three reasons for 656 (observed; NT 2014.002 v1.40 §3.11.4). */
export const reasons = {
  tooEarly:
    'Rejeicao: Consumo Indevido (Deve ser aguardado 1 hora para efetuar nova solicitacao caso nao existam mais documentos a serem pesquisados. Tente apos 1 hora)',
  outOfOrder:
    'Rejeicao: Consumo Indevido (Deve ser utilizado o ultNSU nas solicitacoes subsequentes. Tente apos 1 hora)',
  tooMany: 'Rejeicao: Consumo Indevido (Ultrapassou o limite de 20 consultas por hora)',
} as const;
export type PaceReason = keyof typeof reasons;

type Turn = {
  /** The ultNSU that was last answered, when, and the one that it was asked with. */
  answered?: number;
  answeredAt: number;
  askedWith?: number;
  repeats: number;
  /** Until when nothing more is to be asked for, because the queue was at its end. */
  quietUntil: number;
  blocked?: { until: number; reason: PaceReason };
  single: number[];
};

const mostSingle = 20;

export type PaceLimits = {
  /** The hour of all its rules. */
  waitSeconds: number;
  /** How often in a row a question may be asked again with the same ultNSU; the real service promises none. */
  repeats: number;
  /**
   * Whether another ultNSU than the one that was answered is refused for ever. Otherwise within the hour after the answer: that is how
   * the rule is read by those who explain it (NT 2014.002 v1.10 p. 14, "neste período de 1 hora"), and a block ends by itself.
   */
  alwaysInOrder: boolean;
};

/**
 * How often each taxpayer may ask for distribution (656). A block is of the taxpayer, for all three kinds of question, and a question
 * within it makes it begin again. In memory.
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

  /** Why a taxpayer gets no answer at all now; begins the block again. */
  blocked(taxpayer: Taxpayer, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    if (!turn.blocked || at.getTime() >= turn.blocked.until) return undefined;
    return this.#block(turn, turn.blocked.reason, at);
  }

  /** Why a question for all documents after an NSU is refused. */
  asksAfter(taxpayer: Taxpayer, ultNSU: number, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    if (at.getTime() < turn.quietUntil) return this.#block(turn, 'tooEarly', at);
    if (turn.answered === undefined || ultNSU === turn.answered) return undefined;
    if (!this.#alwaysInOrder && at.getTime() >= turn.answeredAt + this.waitMs) return undefined;
    if (ultNSU === turn.askedWith && turn.repeats < this.#repeats) {
      turn.repeats += 1;
      return undefined;
    }
    return this.#block(turn, 'outOfOrder', at);
  }

  /** Remembers where an answer ended, and whether there was anything behind it. */
  answered(taxpayer: Taxpayer, askedWith: number, ultNSU: number, isEnd: boolean, at: Date): void {
    const turn = this.#turn(taxpayer);
    if (askedWith !== turn.askedWith) turn.repeats = 0;
    turn.askedWith = askedWith;
    turn.answered = ultNSU;
    turn.answeredAt = at.getTime();
    turn.quietUntil = isEnd ? at.getTime() + this.waitMs : 0;
  }

  /** Why a question for one document, by NSU or key, is refused; counts it. */
  asksForOne(taxpayer: Taxpayer, at: Date): PaceReason | undefined {
    const turn = this.#turn(taxpayer);
    turn.single = turn.single.filter((when) => when > at.getTime() - this.waitMs);
    turn.single.push(at.getTime());
    return turn.single.length > mostSingle ? this.#block(turn, 'tooMany', at) : undefined;
  }

  /** Blocks a taxpayer that did nothing wrong. */
  block(taxpayer: Taxpayer, at: Date): void {
    this.#block(this.#turn(taxpayer), 'tooEarly', at);
  }

  /** Where the last answer to a taxpayer ended: what a 656 tells. */
  lastAnswered(taxpayer: Taxpayer): number {
    return this.#turn(taxpayer).answered ?? 0;
  }

  /** Forgets all waits and counts of a CNPJ or CPF, or of everybody, so that any NSU may be asked with; what a 656 tells stays known. */
  forgive(taxId: string | undefined): void {
    for (const [key, turn] of this.#turns) {
      if (taxId !== undefined && !key.endsWith(`/${taxId}`)) continue;
      turn.quietUntil = 0;
      turn.answeredAt = 0;
      turn.single = [];
      turn.repeats = 0;
      delete turn.blocked;
    }
  }

  #block(turn: Turn, reason: PaceReason, at: Date): PaceReason {
    turn.blocked = { until: at.getTime() + this.waitMs, reason };
    // What was quiet is now blocked: one wait, not two.
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
