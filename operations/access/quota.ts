/** Where a key's bucket stands after this request. */
export type Quota = { limit: number; remaining: number; resetSeconds: number; windowSeconds: number };

/** The bucket as the database tells it: tokens are null where none was left. */
export type Bucket = { rate: number; burst: number; tokens: number | null };

export function quotaOf({ rate, burst, tokens }: Bucket): Quota {
  const left = Math.max(0, tokens ?? 0);
  return {
    limit: burst,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((burst - left) / rate),
    windowSeconds: Math.ceil(burst / rate),
  };
}
