import { type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { againstConsumerNote } from './consumer-note.ts';
import { unknownCfop } from './known.ts';
import { againstMei } from './mei.ts';
import { againstPurpose, givesGoodsBack } from './purpose.ts';
import { cfopOnRoute, fitsRoute, routeInWords } from './route.ts';
import { type Cfop, cfopOf } from './table.ts';

/** What stands against the CFOP of a line on this note, the gravest only, and the CFOP that would do where there is one. */
export function checkCfop(trace: TaxTrace, operation: Operation): TaxFault[] {
  const message = faultOf(trace, operation);
  return message === null ? againstExport(trace, operation) : [{ field: 'cfop', message }];
}

function faultOf(trace: TaxTrace, operation: Operation): string | null {
  const code = textOf(trace, 'cfop');
  if (!code) return missing(operation);
  const cfop = cfopOf(code);
  const unknown = unknownCfop(code, operation.date);
  if (unknown !== null || !cfop) return unknown;
  const situation = textOf(trace, 'icmsSituation');
  return (
    againstConsumerNote(cfop, situation, operation) ??
    againstRoute(cfop, operation) ??
    againstPurpose(cfop, textOf(trace, 'ncm'), operation) ??
    againstMei(cfop, situation, operation) ??
    againstUnregistered(cfop, operation)
  );
}

/** Product and company give CFOPs of sales, which notes of credit and debit ignore. */
function missing({ adjustment }: Operation): string {
  const where = adjustment ? 'no item ou no modelo fiscal' : 'no item, no produto ou na tributação padrão da empresa';
  return `Falta o CFOP: informe-o ${where}.`;
}

/** Rules 518, 519 and 731 to 733. */
function againstRoute({ code }: Cfop, operation: Operation): string | null {
  if (fitsRoute(code, operation)) return null;
  const suggestion = cfopOnRoute(code, operation);
  const mend = fitsRoute(suggestion, operation) ? ` Use, por exemplo, ${suggestion}.` : '';
  const { originState, destinationState } = operation;
  const route = `de ${originState} para ${destinationState ?? 'o exterior'}`;
  return `O CFOP ${code} não serve a uma operação ${route}: ela pede um CFOP ${routeInWords(operation)}.${mend}`;
}

/** Rule 159 (I08-191): who has no state registration only moves goods of its own, and gives back. */
function againstUnregistered(cfop: Cfop, operation: Operation): string | null {
  if (!operation.isUnregistered || cfop.isForUnregistered || givesGoodsBack(operation)) return null;
  return `Sem inscrição estadual a empresa não usa o CFOP ${cfop.code} (rejeição 159): informe a inscrição com "lavra company set".`;
}

/** Rule 527: exports pay no ICMS (LC 87/1996, art. 3º, II). */
function againstExport(trace: TaxTrace, { purpose }: Operation): TaxFault[] {
  const [code, situation] = [textOf(trace, 'cfop'), textOf(trace, 'icmsSituation')];
  if (!code.startsWith('7') || purpose === 'RETURN' || ['', '41', '300'].includes(situation)) return [];
  const wanted = situation.length === 3 ? 'CSOSN 300' : 'CST 41';
  const message = `O CFOP ${code} é de exportação, que pede ${wanted} (rejeição 527), no item ou numa regra para UF EX; veio ${situation}.`;
  return [{ field: 'icmsSituation', message }];
}
