import { createHash } from 'node:crypto';
import type { Csrt } from '../../companies/csrt.ts';
import type { Issuer } from '../../companies/settings.ts';
import { digits } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

/** Group ZD: the party responsible for the software, who proves with a CSRT that the note is his software's (NT 2018.005). */
export function layoutInfRespTec(
  { settings: { technicalResponsible: responsible } }: Issuer,
  accessKey: string,
  csrt: Csrt | null,
): string {
  if (!responsible) return '';
  return group(
    'infRespTec',
    field('CNPJ', responsible.cnpj), // ZD02
    field('xContato', responsible.contact), // ZD04
    field('email', responsible.email), // ZD05
    field('fone', digits(responsible.phone)), // ZD06
    field('idCSRT', csrt?.id), // ZD08
    field('hashCSRT', csrt && hashOf(csrt, accessKey)), // ZD09
  );
}

/** base64(SHA-1(CSRT + access key)). */
function hashOf({ code }: Csrt, accessKey: string): string {
  return createHash('sha1')
    .update(code + accessKey)
    .digest('base64');
}
