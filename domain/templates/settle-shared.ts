import type { Fault } from '../faults.ts';
import { type SettledTemplate, settleTemplate } from './settle-template.ts';
import type { NormalTemplate } from './normal-template.ts';
import type { TemplateInput } from './template-input.ts';

/**
 * A template that every company reads, whatever its regime: it may say only what is true in the Simples Nacional and outside of it. What
 * depends on the regime is left to the company's own rules, products, templates and defaults, never skipped in silence on a note.
 */
export function settleShared(input: TemplateInput): SettledTemplate {
  const { template, faults } = settleTemplate(input, { regime: null, defaults: {} });
  return { template, faults: [...faults, ...checkForAll(template)] };
}

function checkForAll({ fields, service }: NormalTemplate): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: string, why: string): void => {
    const mend = 'retire-o e deixe-o às regras, aos produtos, aos modelos ou à tributação padrão de cada empresa';
    const message = `Um modelo compartilhado serve a empresas de todos os regimes, e ${why}: ${mend}.`;
    faults.push({ code: 'invalid_taxation', path, message });
  };
  if (fields.icmsSituation) refuse('icmsCst', 'o Simples usa CSOSN onde as demais usam CST');
  if (service?.totalSimplesRate) refuse('totalSimplesRate', 'só as do Simples têm esta alíquota');
  if (service?.issBenefitCode) refuse('issBenefitCode', 'as do Simples não usam benefício municipal');
  return faults;
}
