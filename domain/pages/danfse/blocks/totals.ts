import { textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { form } from '../drawing/form.ts';
import { row, titledRow } from '../drawing/row.ts';
import type { ServiceNote } from '../service-note.ts';
import { reais, total } from '../values.ts';

/** What the service costs, and what of it is paid to the provider. */
export function totals({ infNFSe, infDPS }: ServiceNote): Block {
  const discount = (tag: string) => reais(textOf(infDPS, 'valores', 'vDescCondIncond', tag));
  const computed = (tag: string) => reais(textOf(infNFSe, 'valores', tag));
  const reform = (...path: string[]) => textOf(infNFSe, 'IBSCBS', 'totCIBS', ...path);
  return stack([
    titledRow(
      'VALOR TOTAL DA NFS-e',
      [
        {
          label: 'Valor da Operação / Serviço',
          text: reais(textOf(infDPS, 'valores', 'vServPrest', 'vServ')),
          column: 1,
        },
        { label: 'Desconto Incondicionado', text: discount('vDescIncond'), column: 2 },
        { label: 'Desconto Condicionado', text: discount('vDescCond'), column: 3 },
      ],
      form.mainRowCm,
    ),
    row(
      [
        { label: 'Total das Retenções (ISSQN / Federais)', text: computed('vTotalRet'), column: 0 },
        { label: 'Valor Líquido da NFS-e', text: computed('vLiq'), column: 1 },
        { label: 'Total do IBS/CBS', text: reais(total(reform('gIBS', 'vIBSTot'), reform('gCBS', 'vCBS'))), column: 2 },
        { label: 'Valor Líquido da NFS-e + IBS/CBS', text: reais(reform('vTotNF')), column: 3, isShaded: true },
      ],
      { heightCm: form.mainRowCm },
    ),
  ]);
}
