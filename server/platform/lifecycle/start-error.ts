/** Why the site cannot start, in words that tell a person what to do; a stack trace would only hide them. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
