import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { Fault } from '../../domain/faults.ts';

/** The faults of the tax rule that a product names: it must be the company's own, of model NFE and not removed. */
export async function checkTaxRule(em: EntityManager, id: string | null): Promise<Fault[]> {
  if (id === null) return [];
  const rule = isUuid(id) ? await em.findOne(TaxRule, { id }, { fields: ['model', 'deletedAt'] }) : null;
  if (!rule) return refused('Não há regra tributária com este id na empresa: confira o id ou envie null.');
  if (rule.deletedAt) return refused('Esta regra tributária foi removida: informe outra ou envie null.');
  if (rule.model !== 'NFE') return refused('Esta regra tributária é de NFS-e: informe uma de model NFE.');
  return [];
}

function refused(message: string): Fault[] {
  return [{ code: 'invalid_tax_rule', path: 'nfeConfig.taxRuleId', message }];
}
