/** SQL of the id of a company's newest active certificate: part of statements that read more. */
export const newestCertificate = (company: string): string =>
  `(select id from certificate where company_id = ${company} and is_active order by not_after desc, created_at desc limit 1)`;
