/** SQL of the condition that a person keeps the company of a document `d` in contingency: what is out stays until he leaves it. */
export const isEntered = `exists (
  select from contingency_entry entry
  where entry.company_id = d.company_id and entry.environment = d.environment and entry.left_at is null
    and entry.model = case d.type when 'NFE' then '55' else '65' end)`;
