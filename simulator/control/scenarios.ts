import { setTimeout as wait } from 'node:timers/promises';
import type { NfseServiceName } from '../nfse/service-names.ts';
import type { ServiceName } from '../transport/endpoints.ts';
import type { ScenarioRule } from './scenario.ts';

/** What a message is about: its service, and the keys and issuers it names. */
export type Subject = {
  service: ServiceName | NfseServiceName;
  chNFe: readonly string[];
  cnpj: readonly string[];
  /** Key of an NFS-e, and Id of a DPS or of an event's request. */
  chNFSe?: string | undefined;
  id?: string | undefined;
};

export type Effect = Exclude<keyof ScenarioRule, 'service' | 'chNFe' | 'cnpj' | 'chNFSe' | 'id' | 'times'>;

/** The rules in force, in order; each counts how often it was used. */
export class Scenarios {
  #rules: { rule: ScenarioRule; left: number }[] = [];
  #end = new AbortController();

  set(rules: readonly ScenarioRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }));
  }

  /** Ends all rules, and lets go the answers that they hold back. */
  clear(): void {
    this.#rules = [];
    this.#end.abort();
    this.#end = new AbortController();
  }

  /** Holds an answer back as long as a rule wants it, or until the rules are ended. */
  async holdBack(subject: Subject): Promise<void> {
    const latencyMs = this.take('latencyMs', subject) ?? 0;
    const { signal } = this.#end;
    if (latencyMs === 0) return;
    await wait(latencyMs, undefined, { ref: false, signal }).catch(() => {}); // it fails only where the rules end
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

  /** The effect of the first rule that has it, applies to the subject and is wanted; counts as one use of the rule. */
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
