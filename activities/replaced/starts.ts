/** SQL that reads what the run of a replaced note `n` starts with, and `further` columns; conditions follow. */
export const replacedStarts = (further = ''): string => `
  select n.id as "replacedId", c.tax_id as "companyTaxId", coalesce(d.access_key, '') as "accessKey"${further}
  from replaced_note n join document d on d.id = n.document_id join company c on c.id = n.company_id`;
