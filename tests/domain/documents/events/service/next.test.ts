import { expect, test } from 'vitest';
import { nextServiceEvent } from '../../../../../domain/documents/events/service/next.ts';
import { authorIn } from '../../../../../domain/documents/events/service/parties.ts';
import { serviceEventOf, serviceEvents } from '../../../../../domain/documents/events/service/table.ts';
import { serviceEventTypes } from '../../../../../domain/document-types.ts';
import { isEventThere } from '../../../../../domain/sefin/outcomes.ts';

const nothing = { reasonCode: null, justification: null };
const confirmation = { type: 'SERVICE_CONFIRMATION', status: 'REGISTERED', ...nothing } as const;
const rejection = { type: 'SERVICE_REJECTION', status: 'REJECTED', reasonCode: '1', justification: null } as const;

test('a party confirms or rejects once: the same is found, another is taken, and a refused one is tried again', () => {
  const asked = { type: 'SERVICE_CONFIRMATION', content: nothing } as const;
  expect(nextServiceEvent([], asked)).toEqual({ kind: 'make', refused: undefined });
  expect(nextServiceEvent([confirmation], asked)).toEqual({ kind: 'find', event: confirmation });
  const other = { type: 'SERVICE_REJECTION', content: { reasonCode: '2', justification: null } } as const;
  expect(nextServiceEvent([confirmation], other)).toEqual({ kind: 'taken', event: confirmation });
  expect(nextServiceEvent([rejection], other)).toEqual({ kind: 'make', refused: rejection });
  const pending = { ...rejection, status: 'PENDING' } as const;
  expect(nextServiceEvent([pending], other)).toEqual({ kind: 'wait', event: pending });
  const same = { type: 'SERVICE_REJECTION', content: { reasonCode: '1', justification: null } } as const;
  expect(nextServiceEvent([pending], same)).toEqual({ kind: 'find', event: pending });
});

const note = (parties: string, tpEmit = '1') =>
  `<NFSe><infNFSe><DPS><infDPS><tpEmit>${tpEmit}</tpEmit><prest><CNPJ>11222333000181</CNPJ></prest>${parties}</infDPS></DPS></infNFSe></NFSe>`;
const taker = '<toma><CNPJ>11444777000161</CNPJ></toma>';
const broker = '<interm><CPF>52998224725</CPF></interm>';

test.each([
  ['ISSUER', '11222333000181', note(taker)],
  ['TAKER', '11444777000161', note(taker)],
  ['INTERMEDIARY', '52998224725', note(taker + broker)],
  ['PROVIDER', '11222333000181', note(taker, '2')],
  ['ISSUER', '11444777000161', note(taker, '2')],
  [null, '11444777000242', note(taker)],
] as const)('a company is %s of a note by its whole number', (author, taxId, xml) => {
  expect(authorIn(xml, taxId)).toBe(author);
});

test('every event is found by its code, and the codes that bar them prove nothing by themselves', () => {
  for (const type of serviceEventTypes) {
    for (const said of Object.values(serviceEvents[type].by)) {
      expect(serviceEventOf(said.code)).toEqual({ type, said });
    }
  }
  expect(serviceEventOf('105104')).toBeNull();
  expect(['E0840', 'E0848', 'E0861', 'E0866', 'E1833'].map(isEventThere)).toEqual([true, true, true, true, true]);
  expect(isEventThere('E0813')).toBe(false);
});
