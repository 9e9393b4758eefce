import { accessKey } from '../register/access-key.ts';
import type { AccessKey } from '../register/access-key.ts';
import type { EpecSummary } from '../register/records.ts';
import { textOf } from '../xml/element.ts';
import { epecRules } from './epec-rules.ts';
import type { EventContext, EventKind, EventRule, FiscalEvent } from './event.ts';

/** It is registered without its note, which cannot be there yet: 135 does not occur (NT 2014.001 v1.41, 3.10). */
const registered = 136;
/** Parana and Paraiba take none (NT 2014.001 v1.41, 2P10-20; production 2026-10-05). */
const without = ['41', '25'];

type Numbered = ReturnType<EventContext['numbered']>;

/**
 * EPEC (110140): the notice that a note in contingency was issued (tpEmis 4), at the national environment, before the note goes to
 * its state (NT 2014.001 v1.41 of 2026-08-04). Whoever lets a notice wait 168 hours for its note sends no more of them (142).
 */
export const epec: EventKind = {
  tpEvento: '110140',
  title: 'EPEC autorizado',
  receiver: 'national',
  inContingency: false,
  model: '55',
  author: 'issuer',
  highestSequence: 1,
  precedesNote: true,
  detail: { schema: 'e110140_v1.00.xsd' },
  messageRules: epecRules,
  stateRules: [],
  historyRules: [
    { cStat: 142, breaks: (event, context) => context.epecBlocked(keyOf(event)?.issuer ?? '') },
    { cStat: 121, breaks: ({ chNFe }) => without.includes(chNFe.slice(0, 2)) },
    holds(485, ({ epec: another }) => another),
    holds(661, ({ note }) => note),
    holds(662, ({ voided }) => voided),
  ],
  registeredAs: () => registered,
  epec: summaryOf,
};

function holds(cStat: number, broken: (numbered: Numbered) => boolean): EventRule {
  return {
    cStat,
    breaks(event, context) {
      const key = keyOf(event);
      return key !== undefined && broken(context.numbered(key));
    },
  };
}

function summaryOf({ detail }: FiscalEvent): EpecSummary {
  const text = (...path: string[]): string => textOf(detail, ...path) ?? '';
  return {
    dhEmi: text('dhEmi'),
    tpNF: text('tpNF'),
    issuerIE: text('IE'),
    UF: text('dest', 'UF'),
    recipient: text('dest', 'CNPJ') || text('dest', 'CPF') || text('dest', 'idEstrangeiro'),
    recipientIE: text('dest', 'IE'),
    vNF: text('dest', 'vNF'),
    vICMS: text('dest', 'vICMS'),
    vST: text('dest', 'vST'),
  };
}

function keyOf({ chNFe }: FiscalEvent): AccessKey | undefined {
  return accessKey(chNFe);
}
