import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { spoils } from '../distribution/spoil.ts';
import { distortions } from '../nfse/scenario-effects.ts';
import { isPublished } from '../reasons.ts';
import { type NfseServiceName, nfseServiceNames, type ServiceName, serviceNames } from '../transport/endpoints.ts';

const whom = {
  service: z.enum([...serviceNames, ...nfseServiceNames]).optional(),
  chNFe: z.string().length(44).optional(),
  /** Key of an NFS-e. */
  chNFSe: z.string().length(50).optional(),
  /** Id of a DPS, or of the request of an event on an NFS-e. */
  id: z.string().optional(),
  /** CNPJ or CPF of the issuer. */
  cnpj: z.string().optional(),
};

/** One thing that the authority does differently, for which messages, and how often. Without any field of `whom` the rule applies to all messages. */
const scenarioRule = z.strictObject({
  ...whom,
  /** How many times the rule applies; without it, always. */
  times: z.int().positive().optional(),
  /**
   * The answer is delayed by this time, or until the scenario is deleted if that is earlier. What the answer reports is registered before
   * the delay.
   */
  latencyMs: z.int().nonnegative().optional(),
  /** The service is stopped: 108 or 109, or 113 and 114 at a contingency. */
  paused: z.strictObject({ cStat: z.literal([108, 109, 113, 114]), xMotivo: z.string().optional() }).optional(),
  /** The connection ends without an answer, before the message is checked or after it was carried out. */
  drop: z.enum(['before', 'after']).optional(),
  /** The authority's port is closed while this rule is in force. */
  refuse: z.literal(true).optional(),
  /** The connection is reset when the message has arrived. */
  reset: z.literal(true).optional(),
  /** The message is taken and never answered. */
  hang: z.literal(true).optional(),
  /** Half of the answer is sent, then the connection ends. */
  cut: z.literal(true).optional(),
  /** An HTTP error in place of an answer. */
  httpStatus: z.int().min(400).max(599).optional(),
  /** Cancellations after the deadline are registered as late (155) instead of refused (501). */
  acceptLateCancellation: z.literal(true).optional(),
  /**
   * The code to answer with. Codes that authorize or deny notes (100, 120, 150, 110, 301 to 303) or register events (135, 136, 155) only
   * apply if everything else is in order, and are then registered.
   */
  answer: z
    .strictObject({
      cStat: z.int(),
      xMotivo: z.string().optional(),
      cMsg: z.string().optional(),
      xMsg: z.string().optional(),
      ...whom,
    })
    .refine(({ cStat, xMotivo }) => xMotivo !== undefined || isPublished(cStat), 'unknown cStat: give its xMotivo too')
    .optional(),
  /** SEFIN refuses a message that is otherwise in order with this code, or spoils its answer to a success. */
  nfse: z
    .union([
      z.strictObject({ refuse: z.string().regex(/^E\d{4}$/), description: z.string().optional() }),
      z.strictObject({ answer: z.enum(distortions) }),
    ])
    .optional(),
  /** Spoils an answer of either distribution that has documents: one of its entries (the first, or the one with this NSU), or its ultNSU. */
  distribution: z
    .strictObject({ spoil: z.enum([...spoils, 'lowerUltNsu']), nsu: z.int().positive().optional() })
    .optional(),
  /** Lots get a receipt (103); the next `pendingPolls` questions about it are answered 105. */
  asyncLots: z.union([z.boolean(), z.strictObject({ pendingPolls: z.int().nonnegative() })]).optional(),
});
export type ScenarioRule = z.infer<typeof scenarioRule>;

/** What `PUT /scenario` takes: one rule or several. */
export const scenario = z.union([scenarioRule.transform((rule) => [rule]), z.array(scenarioRule)]);

/** What a message is about: its service, and the keys and issuers it names. */
export type Subject = {
  service: ServiceName | NfseServiceName;
  chNFe: readonly string[];
  cnpj: readonly string[];
  /** Access key of an NFS-e; `id` is the Id of a DPS or of an event's request. */
  chNFSe?: string | undefined;
  id?: string | undefined;
};

export type Effect = Exclude<keyof ScenarioRule, 'service' | 'chNFe' | 'cnpj' | 'chNFSe' | 'id' | 'times'>;

/** The rules in force, in order, with the number of uses that each has left. */
export class Scenarios {
  #rules: { rule: ScenarioRule; left: number }[] = [];
  #end = new AbortController();

  set(rules: readonly ScenarioRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }));
  }

  /** Removes all rules, and releases the answers that they delay. */
  clear(): void {
    this.#rules = [];
    this.#end.abort();
    this.#end = new AbortController();
  }

  /** Delays an answer for as long as a rule demands, or until the rules are removed. */
  async holdBack(subject: Subject): Promise<void> {
    const latencyMs = this.take('latencyMs', subject) ?? 0;
    const { signal } = this.#end;
    if (latencyMs === 0) return;
    await wait(latencyMs, undefined, { ref: false, signal }).catch(() => {}); // rejects only when the rules are removed
  }

  /** The rules that still apply; `times` is the number of uses left. */
  current(): ScenarioRule[] {
    return this.#rules
      .filter(({ left }) => left > 0)
      .map(({ rule, left }) => (left === Infinity ? rule : { ...rule, times: left }));
  }

  /** Whether the authority's port must be closed. */
  get refusing(): boolean {
    return this.#rules.some(({ rule }) => rule.refuse);
  }

  /** The value of an effect in the first rule that has it, applies to the subject and is accepted by `wanted`; counts as one use of that rule. */
  take<E extends Effect>(
    effect: E,
    subject: Subject,
    wanted: (value: NonNullable<ScenarioRule[E]>, rule: ScenarioRule) => boolean = () => true,
  ): NonNullable<ScenarioRule[E]> | undefined {
    for (const counted of this.#rules) {
      const value = counted.rule[effect];
      if (counted.left > 0 && value != null && applies(counted.rule, subject) && wanted(value, counted.rule)) {
        counted.left -= 1;
        return value;
      }
    }
    return undefined;
  }
}

function applies(rule: ScenarioRule, subject: Subject): boolean {
  return [rule, rule.answer].every(
    (whom) =>
      (!whom?.service || whom.service === subject.service) &&
      (!whom?.chNFe || subject.chNFe.includes(whom.chNFe)) &&
      (!whom?.cnpj || subject.cnpj.includes(whom.cnpj)) &&
      (!whom?.chNFSe || whom.chNFSe === subject.chNFSe) &&
      (!whom?.id || whom.id === subject.id),
  );
}
