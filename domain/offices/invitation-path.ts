/** Where invitations are opened and answered, below the server's public address; after it comes `/` and the token, which is a secret. */
export const invitationsPath = '/convites';
