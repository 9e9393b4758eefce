/**
 * The size of the office whose month a browser closes: small in the suite; `OFFICE_COMPANIES=200 OFFICE_NOTES=50` for 200 companies with 50
 * notes each.
 */
export const officeSize = {
  companies: Number(process.env.OFFICE_COMPANIES ?? 6),
  notes: Number(process.env.OFFICE_NOTES ?? 4),
};
