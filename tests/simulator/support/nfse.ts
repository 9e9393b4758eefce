import { keyDigit } from '../../../simulator/identifiers.ts';
import { computeNfse, type NfseAmounts } from '../../../simulator/nfse/arithmetic.ts';
import { Cities } from '../../../simulator/nfse/places.ts';
import { type DpsContext, dpsFaults, type RegisteredNote } from '../../../simulator/nfse/rules/dps.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import { type DpsEdits, type DpsOptions, dpsXml, issuedAt } from '../../support/samples/nfse-dps.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfse');

/** A note that the authority knows. */
export type KnownNote = { key: string; xml: string } & Partial<Omit<RegisteredNote, 'nfse'>>;

export type Circumstances = { at?: Date; cities?: Cities; notes?: readonly KnownNote[]; made?: readonly string[] };

/** The same day, two hours after the DPS of the tests are issued. */
export const judgedAt = new Date(issuedAt.getTime() + 2 * 3_600_000);

export function contextOf({ at = judgedAt, cities = new Cities(), notes = [], made = [] }: Circumstances): DpsContext {
  return {
    at,
    environment: 2,
    cities,
    keyOf: (dpsId) => (made.includes(dpsId) ? keyOf() : undefined),
    note(key) {
      const found = notes.find((one) => one.key === key);
      return found && { nfse: readXml(found.xml), ended: false, ...found };
    },
  };
}

/** The codes that a DPS is refused with. Rules are judged after the schema: a DPS that breaks that shows nothing. */
export function codesOf(options: DpsOptions, circumstances: Circumstances = {}): string[] {
  const xml = dpsXml(options);
  expectValid('DPS_v1.01.xsd', xml);
  return dpsFaults(readXml(xml), contextOf(circumstances)).map(({ code }) => code);
}

/** @throws when a document breaks the official schema. */
export function expectValid(schema: string, xml: string): void {
  const [fault] = validator.validate(schema, xml);
  if (fault) throw new Error(`${schema}: ${JSON.stringify(fault)}`);
}

/** An access key of an NFS-e with its check digit; of the company of the tests, made by SEFIN, unless said otherwise. */
export function keyOf({ city = '3550308', ambGer = '2', issuer = '211222333000181', number = 1 } = {}): string {
  const others = `${city}${ambGer}${issuer}${String(number).padStart(13, '0')}2611000000001`;
  return others + keyDigit(others);
}

/** A note made from a DPS, as far as the rules read it. */
export function knownNote(key: string, dps: DpsOptions, madeAt = issuedAt): KnownNote {
  const inside = dpsXml(dps);
  const xml = `<NFSe versao="1.01"><infNFSe Id="NFS${key}"><dhProc>${madeAt.toISOString()}</dhProc>${inside}</infNFSe></NFSe>`;
  return { key, xml };
}

/** A DPS that breaks one rule: the code, what is wrong with it, and what else follows from that. */
export type Breach = {
  code: string;
  what: string;
  edits?: DpsEdits;
  options?: DpsOptions;
  in?: Circumstances;
  besides?: readonly string[];
};

/** The codes of a breach, and those that were to come, both sorted: the order is shown elsewhere. */
export function judged({ code, edits = [], options, in: circumstances, besides = [] }: Breach): [string[], string[]] {
  const codes = codesOf({ ...options, edits: [...(options?.edits ?? []), ...edits] }, circumstances);
  return [codes.sort(), [code, ...besides].sort()];
}

/** What the authority computes from a DPS that schema and rules accept: of another it would compute nothing. */
export function amountsOf(options: DpsOptions): NfseAmounts {
  const cities = new Cities();
  const xml = dpsXml(options);
  expectValid('DPS_v1.01.xsd', xml);
  const dps = readXml(xml);
  const [fault] = dpsFaults(dps, contextOf({ cities, at: options.issuedAt ?? judgedAt }));
  if (fault) throw new Error(`${fault.code}: ${fault.description}`);
  return computeNfse(dps, cities);
}
