/** Who may sign in with a password that Lavra keeps, where the organization has a sign-in of its own. */
export const passwordSettings = ['everybody', 'nobody'] as const;
export type Passwords = (typeof passwordSettings)[number];

/** Values of one sign-in at the provider, by which its return is recognized. */
export type ProviderTry = { state: string; nonce: string; verifier: string };

/** A person for whom a provider vouches, as its signed ID token says. */
export type VouchedPerson = {
  issuer: string;
  subject: string;
  /** Null where the provider names none; `isVerified` says whether the provider has verified that it is hers. */
  email: string | null;
  isVerified: boolean;
  name: string | null;
  /** How she proved who she is at the provider: the values of `acr` and `amr`. */
  factors: string[];
};

/** The organization's own sign-in, by OpenID Connect. */
export type IdentityProvider = {
  /** Name of the provider on the sign-in page. */
  name: string;
  /** Domains of the e-mail addresses that may sign in through it, in lower case; empty where all may. */
  domains: readonly string[];
  /** Values of `factors` that count as a second factor; empty where the provider's are not trusted. */
  secondFactors: readonly string[];
  /** The provider's address to which she is sent. @param isAnew whether she has to prove anew who she is */
  start(of: ProviderTry, options: { isAnew: boolean }): Promise<URL>;
  /** The person who came back. @throws ProviderAway, ProviderRefused */
  finish(query: string, of: ProviderTry, options: { isAnew: boolean }): Promise<VouchedPerson>;
  /** The provider's sign-out page; null where it has none. */
  endAddress(): Promise<URL | null>;
};

/** The provider does not answer in time. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/**
 * What came back from the provider is not valid: it belongs to another sign-in or another client, was changed, is too old, or is a refusal by the
 * provider.
 */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
