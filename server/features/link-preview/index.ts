export { linkPreviewRoutes } from "./link-preview.route";
export { PromptPictureEntity } from "./prompt-picture.entity";
