import { child, textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { type Field, row, sentence, titledRow } from '../drawing/row.ts';
import { stateOfMunicipality } from '../places.ts';
import type { ServiceNote } from '../service-note.ts';
import { parts, percent, reais, total } from '../values.ts';
import { meaningOf } from '../words.ts';

const notSubject = '4';

/** The tax of the municipality. A row that the note has nothing for is left out (2.4.5, note 5). */
export function issqn(note: ServiceNote): Block {
  const { infNFSe, infDPS } = note;
  const declared = child(infDPS, 'valores', 'trib', 'tribMun');
  const kind = declared && textOf(declared, 'tribISSQN');
  if (!declared || kind === notSubject) {
    return sentence('TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN');
  }
  const computed = (tag: string) => textOf(infNFSe, 'valores', tag);
  return stack([
    titledRow('TRIBUTAÇÃO MUNICIPAL (ISSQN)', [
      { label: 'Tipo de Tributação do ISSQN', text: meaningOf('tribISSQN', kind), column: 1 },
      { label: 'Município / Sigla UF / País de Incidência do ISSQN', text: incidence(note), column: 2 },
    ]),
    ...rowWithText([
      { label: 'Regime Especial de Tributação do ISSQN', text: special(note), column: 0 },
      {
        label: 'Tipo de Imunidade do ISSQN',
        text: meaningOf('tpImunidade', textOf(declared, 'tpImunidade')),
        column: 1,
      },
      {
        label: 'Suspensão da Exigibilidade do ISSQN',
        text: meaningOf('tpSusp', textOf(declared, 'exigSusp', 'tpSusp')),
        column: 2,
      },
      { label: 'Número Processo Suspensão', text: textOf(declared, 'exigSusp', 'nProcesso'), column: 3 },
    ]),
    ...rowWithText([
      { label: 'Benefício Municipal', text: meaningOf('tpBM', computed('tpBM')), column: 0 },
      { label: 'Cálculo do BM', text: reais(computed('vCalcBM') ?? textOf(declared, 'BM', 'vRedBCBM')), column: 1 },
      { label: 'Total Deduções/Reduções', text: reais(deductions(note)), column: 2 },
      {
        label: 'Desconto Incondicionado',
        text: reais(textOf(infDPS, 'valores', 'vDescCondIncond', 'vDescIncond')),
        column: 3,
      },
    ]),
    row([
      { label: 'BC ISSQN', text: reais(computed('vBC')), column: 0 },
      { label: 'Alíquota Aplicada', text: percent(computed('pAliqAplic')), column: 1 },
      { label: 'Retenção do ISSQN', text: meaningOf('tpRetISSQN', textOf(declared, 'tpRetISSQN')), column: 2 },
      { label: 'ISSQN Apurado', text: reais(computed('vISSQN')), column: 3 },
    ]),
  ]);
}

function rowWithText(fields: readonly Field[]): Block[] {
  return fields.some(({ text }) => text) ? [row(fields)] : [];
}

function special({ infDPS }: ServiceNote): string | undefined {
  return meaningOf('regEspTrib', textOf(infDPS, 'prest', 'regTrib', 'regEspTrib'));
}

function incidence({ infNFSe, infDPS }: ServiceNote): string {
  const code = textOf(infNFSe, 'cLocIncid');
  const abroad = textOf(infDPS, 'valores', 'trib', 'tribMun', 'cPaisResult');
  return parts(textOf(infNFSe, 'xLocIncid'), stateOfMunicipality(code), abroad ?? (code && 'BR'));
}

/** What was declared, or what the emitter made of a percentage or of documents. */
function deductions({ infNFSe, infDPS }: ServiceNote): string | undefined {
  return (
    textOf(infDPS, 'valores', 'vDedRed', 'vDR') ??
    total(textOf(infNFSe, 'valores', 'vCalcDR'), textOf(infNFSe, 'IBSCBS', 'valores', 'vCalcReeRepRes'))
  );
}
