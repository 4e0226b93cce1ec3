import { ExternalLink } from "../../ui/ExternalLink";
import { Icon } from "../../ui/Icon";
import { useSiteLinks } from "./site-links";
import classes from "./IconLinks.module.css";

export function IconLinks() {
  const { icons } = useSiteLinks();
  if (icons.length === 0) return null;
  return (
    <ul className={classes.icons}>
      {icons.map(({ href, name, icon }) => (
        <li key={name}>
          <ExternalLink className={classes.link} href={href} name={name}>
            {icon ? (
              <Icon name={icon} />
            ) : (
              <span className={classes.letters} aria-hidden="true">
                QQ
              </span>
            )}
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
