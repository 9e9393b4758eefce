import { checkTexts } from '../text-check.ts';
import type { Fault } from '../faults.ts';
import type { LevelContext } from '../taxation/levels/settle-level.ts';
import { cleanText, isPrintable } from '../xml/clean-text.ts';
import type { NormalTemplate } from './normal-template.ts';
import { settleFields } from './settle-fields.ts';
import type { TemplateInput } from './template-input.ts';

/** A template in normal form, with what is wrong with it. */
export type SettledTemplate = { template: NormalTemplate; faults: Fault[] };

const nameAtMost = 120;
/** Longest natOp of a note (B04). */
const natureAtMost = 60;

/** A new template in normal form, judged for whoever it is for (spec 2-extended §2.3). */
export function settleTemplate(input: TemplateInput, context: LevelContext): SettledTemplate {
  const { type } = input;
  const { faults, ...said } = settleFields(type, input, context);
  const { name, operationNature, faults: ofTexts } = settleTexts(input);
  return { template: { name, type, operationNature, ...said }, faults: [...checkTexts(input), ...ofTexts, ...faults] };
}

/** Name and nature of the operation in normal form, with what is wrong with them. */
export function settleTexts(
  input: Pick<TemplateInput, 'name' | 'operationNature'>,
): Pick<NormalTemplate, 'name' | 'operationNature'> & { faults: Fault[] } {
  const name = cleanText(input.name);
  const operationNature = cleanText(input.operationNature ?? '') || null;
  return { name, operationNature, faults: [...checkName(name), ...checkNature(operationNature)] };
}

function checkName(name: string): Fault[] {
  if (name.length > 0 && name.length <= nameAtMost) return [];
  const message = name ? `O nome tem no máximo ${nameAtMost} caracteres.` : 'Informe o nome do modelo.';
  return [{ code: 'validation_error', path: 'name', message }];
}

function checkNature(nature: string | null): Fault[] {
  if (nature === null || (nature.length <= natureAtMost && isPrintable(nature))) return [];
  const message = `A natureza da operação tem no máximo ${natureAtMost} caracteres, todos do português: é impressa na nota.`;
  return [{ code: 'validation_error', path: 'operationNature', message }];
}
