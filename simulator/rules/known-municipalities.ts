import table from '../../tables/municipalities.json' with { type: 'json' };
import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';
import type { Rule } from './rule.ts';
import { noteRule } from './rule.ts';

const abroad = 'EX';

const known: ReadonlySet<string> = new Set(
  Object.entries(table.codes).flatMap(([state, codes]) => codes.split(' ').map((code) => state + code)),
);

/** Codes of municipalities that IBGE's table does not have (MOC 7.0 Anexo I; table of IT 2025.001 v1.00). */
export const knownMunicipalityRules: readonly Rule[] = [
  noteRule(270, 'B12-10', ({ ide }) => isUnknown(textOf(ide, 'cMunFG'))),
  noteRule(272, 'C10-10', ({ emit }) => isUnknown(textOf(emit, 'enderEmit', 'cMun'))),
  noteRule(274, 'E10-10', ({ dest }) => hasUnknown(child(dest, 'enderDest'))),
  noteRule(276, 'F07-20', ({ infNFe }) => hasUnknown(child(infNFe, 'retirada'))),
  noteRule(278, 'G07-20', ({ infNFe }) => hasUnknown(child(infNFe, 'entrega'))),
];

/** Whether an address within the country has a municipality that does not exist. */
function hasUnknown(address: Element | undefined): boolean {
  return textOf(address, 'UF') !== abroad && isUnknown(textOf(address, 'cMun'));
}

function isUnknown(code: string | undefined): boolean {
  return code !== undefined && !known.has(code);
}
