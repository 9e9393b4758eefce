import { type Fault, refusal } from '../../faults.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import type { LegalProcess, Remark } from '../remarks.ts';
import { checkWritten } from './forms.ts';

/** Faults of form of the note's remarks and processes (group Z), and of the remarks of its lines (group VA). */
export function checkRemarks(payload: GoodsPayload): Fault[] {
  const { remarks, taxOfficeRemarks, taxOfficeInfo, legalProcesses } = payload;
  return [
    ...checkList(remarks, 'remarks'), // Z04
    ...checkList(taxOfficeRemarks, 'taxOfficeRemarks'), // Z07
    ...checkWritten(taxOfficeInfo, { least: 0, most: 2000 }, 'taxOfficeInfo'), // Z02
    ...(legalProcesses ?? []).flatMap((process, index) => checkProcess(process, `legalProcesses[${index}]`)),
    ...payload.items.flatMap((item, index) => checkItem(item, `items[${index}]`)),
  ];
}

function checkItem({ remark, taxOfficeRemark }: ItemInput, path: string): Fault[] {
  return [
    ...(remark ? checkRemark(remark, `${path}.remark`) : []),
    ...(taxOfficeRemark ? checkRemark(taxOfficeRemark, `${path}.taxOfficeRemark`) : []),
  ];
}

function checkList(remarks: Remark[] | null | undefined, path: string): Fault[] {
  return (remarks ?? []).flatMap((remark, index) => checkRemark(remark, `${path}[${index}]`));
}

function checkRemark({ field, text }: Remark, path: string): Fault[] {
  return [
    ...checkWritten(field, { least: 1, most: 20 }, `${path}.field`),
    ...checkWritten(text, { least: 1, most: 60 }, `${path}.text`),
  ];
}

/** Only a process of the state's treasury has a kind of act (Z13, tpAto). */
function checkProcess({ number, origin, act }: LegalProcess, path: string): Fault[] {
  const faults = checkWritten(number, { least: 1, most: 60 }, `${path}.number`); // Z11
  if (act && origin !== 'TAX_OFFICE') {
    const message = 'Só um processo da SEFAZ (origin TAX_OFFICE) diz o tipo do ato concessório: não envie act.';
    faults.push(refusal(`${path}.act`, message));
  }
  return faults;
}
