/** SQL that reads what the run of a replaced note `n` starts with; conditions follow. */
export const replacedStarts = `
  select n.id as "replacedId", c.tax_id as "companyTaxId", coalesce(d.access_key, '') as "accessKey"
  from replaced_note n join document d on d.id = n.document_id join company c on c.id = n.company_id`;
