import { isCfop } from './route.ts';
import { cfopOf } from './table.ts';

/**
 * Why no note can carry a CFOP, whatever it sells (rule 770), in Portuguese; null where one can.
 *
 * @param date the day on which it would be used; without it a code that the table has is known, on whatever day
 */
export function unknownCfop(code: string, date?: string): string | null {
  if (!isCfop(code)) return `O CFOP tem 4 dígitos e começa por 1, 2, 3, 5, 6 ou 7; veio ${code}.`;
  const cfop = cfopOf(code);
  if (!cfop) return `O CFOP ${code} não existe na tabela (rejeição 770): procure nela o da operação.`;
  if (!cfop.isForNfe) {
    const of = cfop.kind === 'communication' ? 'comunicação' : 'transporte';
    return `O CFOP ${code} é de ${of} e não serve para NF-e nem NFC-e (rejeição 770): use o da mercadoria.`;
  }
  if (cfop.kind === 'service') {
    return (
      `O CFOP ${code} é de serviço, que pede o grupo do ISSQN (rejeição 374), e estas notas são de mercadorias: emita uma NFS-e, ou use o ` +
      'CFOP da mercadoria.'
    );
  }
  if (date === undefined) return null;
  if (date < cfop.from) return `O CFOP ${code} só vale a partir de ${cfop.from} (rejeição 770).`;
  return cfop.until !== null && date > cfop.until ? `O CFOP ${code} valeu até ${cfop.until} (rejeição 770).` : null;
}
