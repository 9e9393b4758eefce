import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import { carrierKind } from './carriers.ts';
import { clientKind } from './clients.ts';
import { fiscalTemplateKind } from './fiscal-templates.ts';
import type { ImportedShapes, NewRecord, ImportedRecordKind } from './kind.ts';
import { productKind } from './products.ts';
import { taxRuleKind } from './tax-rules.ts';

type Owner = Pick<Company, 'id'> & { settings?: CompanySettings | null | undefined };

/** Works with a kind of record as the company has it. */
export function asKind<Result>(
  company: Owner,
  kind: ImportKind,
  shapes: ImportedShapes,
  work: <New extends NewRecord, Kept>(kind: ImportedRecordKind<New, Kept>) => Promise<Result>,
): Promise<Result> {
  switch (kind) {
    case 'clients':
      return work(clientKind(company.id, shapes.check));
    case 'products':
      return work(productKind(company, shapes.check));
    case 'carriers':
      return work(carrierKind(company.id, shapes.check));
    case 'tax-rules':
      return work(taxRuleKind(company, shapes));
    case 'fiscal-templates':
      return work(fiscalTemplateKind(company, shapes));
  }
}
