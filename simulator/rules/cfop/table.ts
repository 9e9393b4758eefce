import table from '../../../tables/cfop.json' with { type: 'json' };
import { textOf } from '../../xml/element.ts';
import type { Item, Note } from '../note.ts';
import { issuedOn } from '../note.ts';

/** A CFOP as the official table has it (IT 2023.002 v2.10): a flag is absent where the table has 0. */
export type Operation = {
  /** Whether goods come in: the first digit is 1, 2 or 3. */
  in: boolean;
  /** internal, interstate or abroad, by the first digit. */
  place: string;
  kind: string;
  from: string;
  until?: string;
  /** Whether NF-e and NFC-e may have it at all (indNFe). */
  nfe?: boolean;
  /** Whether consumer notes may have it (I08-150). */
  nfce?: boolean;
  transport?: boolean;
  return?: boolean;
  /** Whether an individual entrepreneur may return with it (I08-141). */
  meiReturn?: boolean;
  comesBack?: boolean;
  remittance?: boolean;
  /** 1: the group of fuels is needed; 2: and the carrier. */
  fuel?: number;
  /** Whether an issuer without state registration may have it (indExcIBSCBS). */
  ibsCbsOnlyIssuer?: boolean;
};

const operations: Readonly<Record<string, Operation | undefined>> = table.cfop;

/** What the CFOP of an item is on the day of issue; undefined when the table has no such code in force. */
export function operationOf(item: Item, note: Note): Operation | undefined {
  return operationNamed(cfopOf(item), issuedOn(note));
}

/** The same for a code that stands elsewhere than in an item. The day is AAAA-MM-DD. */
export function operationNamed(cfop: string, day: string): Operation | undefined {
  const found = operations[cfop];
  return found && found.from <= day && day <= (found.until ?? day) ? found : undefined;
}

export function cfopOf({ product }: Item): string {
  return textOf(product, 'CFOP') ?? '';
}
