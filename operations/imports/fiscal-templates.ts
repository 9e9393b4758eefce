import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { refuseAny } from '../../domain/faults.ts';
import { lineColumn, recordIn, lineText } from '../../domain/imports/line.ts';
import { levelContext } from '../../domain/taxation/levels/normalize-level.ts';
import { FiscalTemplate, type NormalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { normalizeTemplate, reviseTemplate } from '../../domain/templates/normalize.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import type { ImportedShapes, KindBatch, ImportedRecordKind } from './kind.ts';
import { recordsByName } from './records-by-name.ts';

type NewTemplate = NormalTemplate & { id: string };
type Owner = Pick<Company, 'id'> & { settings?: CompanySettings | null | undefined };

const keyOf = ({ type, name }: Pick<NormalTemplate, 'type' | 'name'>): string => `${type} ${name}`;

/** Imports a company's own fiscal templates, identified by type and name. */
export function fiscalTemplateKind(
  company: Owner,
  { fiscalTemplate }: ImportedShapes,
): ImportedRecordKind<NewTemplate, FiscalTemplate> {
  return {
    name: 'fiscal-templates',
    form: 'LINES',
    columns: [lineColumn],
    keyField: 'name',
    required: [],
    keyOf: (values) => {
      const [type, name] = [lineText(values, 'type'), cleanText(lineText(values, 'name'))];
      return (type === 'NFE' || type === 'NFSE') && name !== '' && checkTexts({ name }).length === 0
        ? keyOf({ type, name })
        : '';
    },
    batch: (em) => templateBatch(em, company, fiscalTemplate),
  };
}

function templateBatch(
  em: EntityManager,
  { id: company, settings }: Owner,
  shapes: ImportedShapes['fiscalTemplate'],
): KindBatch<NewTemplate, FiscalTemplate> {
  const level = levelContext(settings);
  const templates = recordsByName<NewTemplate, FiscalTemplate>(em, {
    of: { kind: 'fiscal-templates', company },
    keyOf,
    // Shared templates of the same name are left alone.
    named: (names, lockMode) =>
      em.find(FiscalTemplate, { company, name: { $in: names }, deletedAt: null }, { orderBy: { id: 'asc' }, lockMode }),
    make: (record) => void em.create(FiscalTemplate, { ...record, source: 'company', company }),
  });
  return {
    find: templates.find,
    insert: templates.insert,

    async create(values) {
      const { template, faults } = normalizeTemplate(shapes.creation(recordIn(values)), level);
      refuseAny(faults);
      return { id: uuid(), ...template };
    },

    async change(kept, values) {
      templates.refuseDoubled(kept);
      const before = kept.normal();
      const { template, faults } = reviseTemplate(before, shapes.changes(recordIn(values)), level);
      refuseAny(faults);
      if (isDeepStrictEqual(before, template)) return false;
      em.assign(kept, template);
      return true;
    },
  };
}
