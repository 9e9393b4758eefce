import type { TaxTrace } from './fields.ts';
import type { TaxFault } from './tax-fault.ts';
import { textOf } from './trace-value.ts';

/** Situations that name their legal ground by a framework of their own range: exemption, immunity, suspension. */
const ranges: { situations: Set<string>; ground: string; form: RegExp; inWords: string }[] = [
  { situations: new Set(['02', '52']), ground: 'isenção', form: /^3(?!00)\d\d$/, inWords: '301 a 399' },
  { situations: new Set(['04', '54']), ground: 'imunidade', form: /^0(?!00)\d\d$/, inWords: '001 a 099' },
  { situations: new Set(['05', '55']), ground: 'suspensão', form: /^1(?!00)\d\d$/, inWords: '101 a 199' },
];

/** The form of IPI's legal framework (cEnq), and its range where the situation asks for one (NT 2015.002, rule 388). */
export function checkIpiFramework(trace: TaxTrace): TaxFault[] {
  const framework = textOf(trace, 'ipiFramework');
  if (!framework) return [];
  if (!/^\d{3}$/.test(framework)) {
    const message = `O enquadramento do IPI tem 3 dígitos, por exemplo 999; veio ${framework}.`;
    return [{ field: 'ipiFramework', message }];
  }
  const situation = textOf(trace, 'ipiSituation');
  const range = ranges.find(({ situations }) => situations.has(situation));
  if (!range || range.form.test(framework)) return [];
  const message = `O CST ${situation} do IPI (${range.ground}) pede um enquadramento de ${range.inWords}; ${
    framework === '999' ? 'informe ipiFramework' : `veio ${framework}`
  }.`;
  return [{ field: 'ipiFramework', message }];
}
