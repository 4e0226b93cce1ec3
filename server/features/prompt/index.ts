export { DailySecretEntity, PromptCopyEntity } from "./prompt-copy.entity";
export { PromptTextEntity } from "./prompt-text.entity";
export { PromptTextResolver } from "./prompt-text.resolver";
export { PromptEntity } from "./prompt.entity";
export { PromptResolver } from "./prompt.resolver";
export { UserPromptsResolver } from "./user-prompts.resolver";
