/** SQL of a company's certificates that may be used: one that was added before its first day waits for it. */
export const usableCertificates = (company: string): string =>
  `certificate where company_id = ${company} and is_active and not_before <= now()`;

/** SQL of the id of a company's newest usable certificate: part of statements that read more. */
export const newestCertificate = (company: string): string =>
  `(select id from ${usableCertificates(company)} order by not_after desc, created_at desc limit 1)`;

/** SQL of when that one ends; null where the company has none. */
export const certificateEnd = (company: string): string =>
  `(select max(not_after) from ${usableCertificates(company)})`;
