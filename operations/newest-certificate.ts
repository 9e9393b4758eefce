/** SQL of the certificates that a company may use; one that was added before its first day is not used until then. */
export const usableCertificates = (company: string): string =>
  `certificate where company_id = ${company} and is_active and not_before <= now()`;

/** SQL of the id of a company's newest usable certificate, to be put into a larger statement. */
export const newestCertificate = (company: string): string =>
  `(select id from ${usableCertificates(company)} order by not_after desc, created_at desc limit 1)`;

/** SQL of the instant at which that certificate ends; null where the company has none. */
export const certificateEnd = (company: string): string =>
  `(select max(not_after) from ${usableCertificates(company)})`;
