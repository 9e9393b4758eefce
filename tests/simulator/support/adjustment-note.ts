import { normalRegime } from './normal-regime.ts';
import type { NoteOptions } from './note.ts';

type Edits = NonNullable<NoteOptions['edits']>;

/** The fields of a credit or debit note; groups are XML of the layout. */
export type Adjustment = {
  kind: 'debit' | 'credit';
  type: string;
  /** CST and cClassTrib. */
  taxClass: readonly [string, string];
  /** The group in IBSCBS that replaces gIBSCBS; by default the ordinary one of the normal regime. */
  group?: string;
  /** The total of reversed credit. */
  reversal?: string;
  /** NFref of the note as a whole. */
  noteReference?: string | undefined;
  /** DFeReferenciado of the item: key, and the item there. */
  itemReference?: readonly [string, string?] | undefined;
};

/** Edits that make the note a credit or debit note of IBS and CBS alone, without payment. */
export function adjustmentEdits(adjustment: Adjustment): Edits {
  const { kind, type, taxClass, group, noteReference, itemReference } = adjustment;
  const purpose =
    kind === 'debit' ? `6</finNFe><tpNFDebito>${type}</tpNFDebito>` : `5</finNFe><tpNFCredito>${type}</tpNFCredito>`;
  const [cst, cClassTrib] = taxClass;
  return [
    ...normalRegime,
    ['<finNFe>1</finNFe>', `<finNFe>${purpose}`],
    ...(kind === 'credit'
      ? ([
          ['<tpNF>1', '<tpNF>0'],
          ['<CFOP>5102', '<CFOP>1949'],
        ] as const)
      : []),
    ...(noteReference ? [['</verProc>', `</verProc><NFref><refNFe>${noteReference}</refNFe></NFref>`] as const] : []),
    [/<ICMS>.*<\/COFINS>/, ''],
    ['<vBC>100.00</vBC><vICMS>18.00</vICMS>', '<vBC>0.00</vBC><vICMS>0.00</vICMS>'],
    ...(cst === '000'
      ? []
      : [['<CST>000</CST><cClassTrib>000001', `<CST>${cst}</CST><cClassTrib>${cClassTrib}`] as const]),
    ...(group === undefined ? [] : withoutAmounts(group, adjustment.reversal ?? '')),
    ...(itemReference ? [['</det>', `${reference(itemReference)}</det>`] as const] : []),
    [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
  ];
}

function withoutAmounts(group: string, reversal: string): Edits {
  return [
    [/<gIBSCBS>.*<\/gIBSCBS>/, group],
    [/<vBCIBSCBS>.*<\/IBSCBSTot>/, `<vBCIBSCBS>0.00</vBCIBSCBS>${reversal}</IBSCBSTot>`],
  ];
}

function reference([key, item]: readonly [string, string?]): string {
  const nItem = item === undefined ? '' : `<nItem>${item}</nItem>`;
  return `<DFeReferenciado><chaveAcesso>${key}</chaveAcesso>${nItem}</DFeReferenciado>`;
}
