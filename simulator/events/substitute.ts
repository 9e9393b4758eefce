import type { AccessKey } from '../register/access-key.ts';
import { accessKey } from '../register/access-key.ts';
import type { NoteRecord } from '../register/records.ts';
import { keyBreach } from '../rules/key-consulted.ts';
import { textOf } from '../xml/element.ts';
import type { EventRule, EventContext, FiscalEvent } from './event.ts';
import { isStanding } from './standing.ts';

const longestWaitMs = 2 * 3_600_000;

/** Fields of an access key as the authority names them, by the code that other services answer to a wrong one. */
const fields = new Map([
  [236, 'Digito'],
  [614, 'Codigo UF'],
  [615, 'Ano'],
  [616, 'Mes'],
  [617, 'CNPJ/CPF'],
  [618, 'Modelo'],
  [619, 'Numero'],
]);

/** The substitute's key by itself (910), and compared with the key that it replaces (911). */
export const substituteKeyRules: readonly EventRule[] = [
  {
    cStat: 910,
    breaks: (event, { endpoint, at }) => fields.get(keyBreach(substituteKey(event), endpoint, at) ?? 0) ?? false,
  },
  {
    cStat: 911,
    breaks: (event) => (substituteKey(event) === event.chNFe ? 'mesma Chave de Acesso' : differingField(event)),
  },
];

/** The substitute itself, compared with the note that it replaces (MOC 7.0 Anexo I, 5P31). */
export const substituteNoteRules: readonly EventRule[] = [
  { cStat: 912, breaks: (event, context) => substituteOf(event, context) === undefined },
  {
    cStat: 913,
    breaks: (event, context) => {
      const { note, registered } = context.about(substituteKey(event));
      return !isStanding(note, registered);
    },
  },
  {
    cStat: 914,
    breaks: (event, context) => {
      const issuedAt = (note: NoteRecord | undefined): number => Date.parse(note?.dhEmi ?? '');
      return issuedAt(substituteOf(event, context)) > issuedAt(context.note) + longestWaitMs;
    },
  },
  differs(915, ({ vNF }) => vNF),
  differs(916, ({ vICMS }) => vICMS),
  {
    cStat: 917,
    breaks: (event, context) =>
      context.note?.recipient !== undefined && substituteOf(event, context)?.recipient !== context.note.recipient,
  },
  differs(918, ({ items }) => items?.count),
  differs(919, ({ items }) => items?.sha256),
];

function differs(cStat: number, of: (note: NoteRecord) => string | number | undefined): EventRule {
  return {
    cStat,
    breaks(event, context) {
      const substitute = substituteOf(event, context);
      return substitute !== undefined && context.note !== undefined && of(substitute) !== of(context.note);
    },
  };
}

function differingField(event: FiscalEvent): string | false {
  const key = accessKey(event.chNFe);
  const other = accessKey(substituteKey(event));
  const compared: readonly (readonly [string, (of: AccessKey) => string])[] = [
    ['Codigo da UF', ({ cUF }) => cUF],
    ['CNPJ/CPF', ({ issuer }) => issuer],
    ['Modelo', ({ model }) => model],
  ];
  return compared.find(([, of]) => key && other && of(key) !== of(other))?.[0] ?? false;
}

function substituteKey({ detail }: FiscalEvent): string {
  return textOf(detail, 'chNFeRef') ?? '';
}

function substituteOf(event: FiscalEvent, context: EventContext): NoteRecord | undefined {
  return context.about(substituteKey(event)).note;
}
