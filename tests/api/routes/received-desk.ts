import { buildAccessKey } from '../../../domain/access-key.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { keepFile, type ReceivedFields } from '../../support/rows/received-files.ts';

const keyParts = {
  ...{ stateCode: '35', yearMonth: '2611', taxId: '11222333000181', model: '55', series: 1 },
  ...{ emissionType: '1', cNF: '12345670' },
};

let number = 0;
/** The access key of a supplier's next note. */
export function someKey(): string {
  number += 1;
  return buildAccessKey({ ...keyParts, number });
}

/** A complete NF-e of a supplier. */
export function note(
  orm: Orm,
  company: Company,
  changes: Parameters<typeof receivedNote>[3] = {},
): Promise<ReceivedDocument> {
  const whole = { schemaType: 'PROC_NFE', hasFullXml: true } as const;
  return receivedNote(orm, company, { accessKey: someKey() }, { ...whole, ...changes });
}

/** A document with the one file that it came in. */
export async function filed(
  orm: Orm,
  company: Company,
  fields: ReceivedFields,
  changes: Partial<Pick<ReceivedDocument, 'status'>> = {},
): Promise<ReceivedDocument> {
  const { schemaType = 'PROC_NFE', accessKey = someKey() } = fields;
  const isEvent = schemaType.includes('EVENTO');
  const row = await note(orm, company, {
    ...{ schemaType, accessKey, eventCode: isEvent ? '110110' : '' },
    model: schemaType.includes('NFSE') ? 'NFSE' : 'NFE',
    hasFullXml: !schemaType.startsWith('RES'),
    ...changes,
  });
  await keepFile(orm, row, Number(row.nsu), { ...fields, schemaType });
  return row;
}
