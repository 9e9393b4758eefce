import type { TaxTrace } from '../fields.ts';
import type { TaxFault } from '../tax-fault.ts';
import { textOf } from '../trace-value.ts';

type Range = { ground: string; form: RegExp; inWords: string };
const exemption: Range = { ground: 'isenção', form: /^3(?!00)\d\d$/, inWords: 'de 301 a 399' };
const immunity: Range = { ground: 'imunidade', form: /^0(?!00)\d\d$/, inWords: 'de 001 a 099' };
const suspension: Range = { ground: 'suspensão', form: /^1(?!00)\d\d$/, inWords: 'de 101 a 199' };
const otherwise: Range = { ground: 'outros casos', form: /^(6(?!00)\d\d|999)$/, inWords: 'de 601 a 699, ou 999' };

/** Situations that name their legal ground by a framework of their own range (NT 2015.002). */
const ranges: ReadonlyMap<string, Range> = new Map([
  ['02', exemption],
  ['52', exemption],
  ['04', immunity],
  ['54', immunity],
  ['05', suspension],
  ['55', suspension],
]);

/** The form of IPI's legal framework (cEnq), and its range by the situation (rule 388). */
export function checkIpiFramework(trace: TaxTrace): TaxFault[] {
  const framework = textOf(trace, 'ipiFramework');
  if (!framework) return [];
  if (!/^\d{3}$/.test(framework)) {
    const message = `O enquadramento do IPI tem 3 dígitos, por exemplo 999; veio ${framework}.`;
    return [{ field: 'ipiFramework', message }];
  }
  const situation = textOf(trace, 'ipiSituation');
  const { ground, form, inWords } = ranges.get(situation) ?? otherwise;
  if (!situation || form.test(framework)) return [];
  const message = `O CST ${situation} do IPI (${ground}) pede em ipiFramework um enquadramento ${inWords}; está ${framework}.`;
  return [{ field: 'ipiFramework', message }];
}
