import type { ImportedShapes } from '../../operations/imports/kind.ts';
import type { Schema } from '../schema.ts';
import { taxRuleChanges, taxRuleInput, templateChanges, templateInput } from './records.ts';

type Name =
  | Parameters<ImportedShapes['check']>[0]
  | `TaxRule${'Creation' | 'Changes'}`
  | `FiscalTemplate${'Creation' | 'Changes'}`;

/**
 * How imports read bodies of the contract, so that a row means the same as a request.
 *
 * @param checked the contract's check of a body, which throws DomainError `validation_error`
 */
export function importedShapes(checked: <Of extends Name>(name: Of, body: unknown) => Schema<Of>): ImportedShapes {
  return {
    check: (name) => (body) => void checked(name, body),
    taxRule: {
      creation: (body) => taxRuleInput(checked('TaxRuleCreation', body)),
      changes: (body) => taxRuleChanges(checked('TaxRuleChanges', body)),
    },
    fiscalTemplate: {
      creation: (body) => templateInput(checked('FiscalTemplateCreation', body)),
      changes: (body) => templateChanges(checked('FiscalTemplateChanges', body)),
    },
  };
}
