import { capitalized } from '../../../adapters/mutual-tls/fault-in-words.ts';
import { authorityNames } from '../../../domain/authority-names.ts';
import { onlyTime } from '../../../domain/conversation/remedy.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';
import { sefin } from '../../../domain/sefin/authority.ts';
import { taxIdRoot } from '../../../domain/tax-id.ts';
import { type AttentionItem, type Instant, ofRows, type AttentionReader } from './attention-item.ts';

type Row = {
  company: string;
  environment: string;
  service: string;
  code: string;
  since: Instant;
  until: Instant;
  total: number;
};

const authorities = [sefaz, sefin];
const minutesOf = authorities.map(({ silence: { code, minutes } }) => `when '${code}' then ${minutes}`).join(' ');
const codes = authorities.map(({ silence: { code } }) => `'${code}'`).join(', ');

/**
 * Companies, with all of their branches, from which an authority wants silence now, on a service and in an environment. Silences of distributions
 * are reported with those.
 */
export const silencedCompanies: AttentionReader = async (em, { company, atMost, now }) => {
  const root = company && taxIdRoot(company.taxId);
  const rows = await em.execute<Row[]>(
    `select s.*, count(*) over ()::int as total from (
       select distinct on (a.tax_id_root, a.environment, a.service)
         c.tax_id as company, a.environment, a.service, a.c_stat as code, a.started_at as since,
         a.started_at + make_interval(mins => case a.c_stat ${minutesOf} end) as until
       from authority_call a join company c on c.id = a.company_id
       where a.c_stat in (${codes}) and a.started_at > ?::timestamptz - interval '1 day' and a.service not ilike '%distribuicao%'
         and (?::text is null or a.tax_id_root = ?::text)
       order by a.tax_id_root, a.environment, a.service, a.started_at desc
     ) s
     where s.until > ? order by s.since limit ?`,
    [now, root, root, now, atMost],
  );
  return ofRows(rows, itemOf);
};

function itemOf({ company, environment, service, code, since, until }: Row): AttentionItem {
  const { the } = code === sefaz.silence.code ? authorityNames.SEFAZ : sefin.called;
  return {
    what: 'silence',
    id: null,
    company,
    title: `${service} em ${environment}`,
    kind: 'THROTTLED',
    reason: `${capitalized(the)} pediu silêncio à empresa e às suas filiais neste serviço (${code}).`,
    since: new Date(since),
    until: new Date(until),
    remedy: onlyTime,
  };
}
