import type { ServiceName } from '../transport/endpoints.ts';
import type { EventRecord } from './records.ts';
import type { Register } from './register.ts';

/** Limits of repeated calls and equal rejections, by service (MOC 7.0 Anexo I 4.3; NT 2018.002). */
export type InsistenceLimits = {
  /** How often the same note, event or number range may be rejected with the same code. */
  equalRejections: { [Service in 'NfeAutorizacao' | 'RecepcaoEvento' | 'NfeInutilizacao']: number };
  /** How often the same key or receipt, or the same service, may be asked about within an hour. */
  callsPerHour: { [Service in 'NfeConsultaProtocolo' | 'NfeRetAutorizacao' | 'NfeStatusServico']: number };
};

const publishedLimits: InsistenceLimits = {
  equalRejections: { NfeAutorizacao: 30, RecepcaoEvento: 20, NfeInutilizacao: 20 },
  callsPerHour: { NfeConsultaProtocolo: 10, NfeRetAutorizacao: 40, NfeStatusServico: 40 },
};

const hourMs = 3_600_000;

/** Blocks a service for an hour for a transmitter that repeats itself too often (cStat 656). Counts by transmitter, in memory. */
export class Insistence {
  readonly #limits: InsistenceLimits;
  readonly #calls = new Map<string, number[]>();
  readonly #rejections = new Map<string, number>();
  readonly #blockedUntil = new Map<string, number>();

  constructor(limits: InsistenceLimits = publishedLimits) {
    this.#limits = limits;
  }

  isBlocked(transmitter: string, service: ServiceName, at: Date): boolean {
    return (this.#blockedUntil.get(`${transmitter}/${service}`) ?? 0) > at.getTime();
  }

  /** Counts a question; returns true when it is one too many, which also blocks the service. */
  countCall(transmitter: string, service: keyof InsistenceLimits['callsPerHour'], about: string, at: Date): boolean {
    const key = `${transmitter}/${service}/${about}`;
    const recent = (this.#calls.get(key) ?? []).filter((when) => when > at.getTime() - hourMs);
    recent.push(at.getTime());
    this.#calls.set(key, recent);
    const tooMany = recent.length > this.#limits.callsPerHour[service];
    if (tooMany) this.#block(transmitter, service, at);
    return tooMany;
  }

  /** Counts a rejection; blocks the service if the same thing was rejected with the same code too often. */
  countRejection(
    transmitter: string,
    service: keyof InsistenceLimits['equalRejections'],
    about: string,
    cStat: number,
    at: Date,
  ): void {
    const key = `${transmitter}/${service}/${about}/${cStat}`;
    const times = (this.#rejections.get(key) ?? 0) + 1;
    this.#rejections.set(key, times);
    if (times > this.#limits.equalRejections[service]) {
      this.#rejections.delete(key);
      this.#block(transmitter, service, at);
    }
  }

  /** Forgets all counts and blocks. */
  clear(): void {
    this.#calls.clear();
    this.#rejections.clear();
    this.#blockedUntil.clear();
  }

  #block(transmitter: string, service: ServiceName, at: Date): void {
    this.#blockedUntil.set(`${transmitter}/${service}`, at.getTime() + hourMs);
  }
}

/** How long an EPEC may wait for its note (NT 2014.001 v1.41, 4.2 A). */
const longestWaitMs = 168 * 3_600_000;

/**
 * Which issuers may send no more EPEC: those with an EPEC that waits longer than 168 hours for its note, and those that the state has
 * blocked. The state can also release EPEC that wait (NT 2014.001 v1.41, 4.2 B). Blocks and releases of the state are in memory.
 */
export class EpecBlocks {
  readonly #register: Register;
  readonly #blocked = new Set<string>();
  readonly #released = new Set<string>();

  constructor(register: Register) {
    this.#register = register;
  }

  isBlocked(issuer: string, at: Date): boolean {
    return this.#blocked.has(issuer) || this.pending(issuer).some((epec) => isOverdue(epec, at));
  }

  /** The EPEC of an issuer that wait for their notes and were not released. */
  pending(issuer: string): EventRecord[] {
    return this.#register.pendingEpecs(issuer).filter((epec) => !this.#released.has(placeOf(epec)));
  }

  block(issuer: string): void {
    this.#blocked.add(issuer);
  }

  /** Ends a block, and releases the EPEC that wait too long. */
  release(issuer: string, at: Date): void {
    this.#blocked.delete(issuer);
    for (const epec of this.pending(issuer)) if (isOverdue(epec, at)) this.#released.add(placeOf(epec));
  }
}

function isOverdue({ dhRegEvento }: EventRecord, at: Date): boolean {
  return at.getTime() - Date.parse(dhRegEvento) > longestWaitMs;
}

function placeOf({ environment, chNFe }: EventRecord): string {
  return `${environment}/${chNFe}`;
}
