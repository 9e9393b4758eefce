import { keyBreach } from '../rules/key-consulted.ts';
import type { EventKind, EventRule } from './event.ts';

const toleranceMs = 5 * 60_000;
const nationalOrgans = ['91'];

const form: readonly EventRule[] = [
  { cStat: 252, breaks: ({ tpAmb }, { endpoint }) => tpAmb !== String(endpoint.environment) },
  {
    cStat: 250,
    breaks: ({ cOrgao }, { endpoint }) =>
      nationalOrgans.includes(cOrgao) || !endpoint.desks.some((desk) => desk.states.has(Number(cOrgao))),
  },
  { cStat: 455, breaks: ({ cOrgao, chNFe }) => cOrgao.padStart(2, '0') !== chNFe.slice(0, 2) },
  {
    cStat: 572,
    breaks: ({ id, tpEvento, chNFe, nSeqEvento }) =>
      id !== `ID${tpEvento}${chNFe}${String(nSeqEvento).padStart(2, '0')}`,
  },
];

const dates: readonly EventRule[] = [
  { cStat: 578, breaks: ({ dhEvento }, { at }) => Date.parse(dhEvento) > at.getTime() + toleranceMs },
  { cStat: 577, breaks: ({ dhEvento }, { note }) => before(dhEvento, note?.dhEmi) },
  { cStat: 579, breaks: ({ dhEvento }, { note }) => before(dhEvento, note?.dhRecbto) },
];

/** All rules about one type of event in order: form, the key itself (236, 614 to 619), its own rules, dates. */
export function rulesOf(kind: EventKind): readonly EventRule[] {
  const key = [614, 615, 616, 617, 618, 619, 236].map((cStat): EventRule => ({
    cStat,
    breaks: ({ chNFe }, { endpoint, at }) => keyBreach(chNFe, endpoint, at) === cStat,
  }));
  return [...form, ...key, ...kind.rules, ...dates];
}

function before(dhEvento: string, limit: string | undefined): boolean {
  return limit !== undefined && Date.parse(dhEvento) < Date.parse(limit) - toleranceMs;
}
